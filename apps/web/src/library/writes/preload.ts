import { useEffect } from 'preact/hooks'
import { onFirstSign } from '../../platform/writes/first-sign.ts'
import { loadMoves } from '../selection/clip-actions.ts'
import { loadSender } from './clip-writer.ts'
import { loadCollectionSender } from './collection-writer.ts'

/** Loads what changes clips and collections before there may be no connection any more. */
export function usePreloaded(mayEdit: boolean): void {
  useEffect(() => {
    if (!mayEdit) return undefined
    return onFirstSign(() =>
      Promise.all([
        loadSender(),
        loadCollectionSender(),
        loadMoves(),
        import('../collections/collection-dialogs.tsx'),
        import('../selection/clip-dialogs.tsx'),
      ]),
    )
  }, [mayEdit])
}
