import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { FrameFormat } from '../../player/frames.ts'
import type { FramePictures } from './frame-pictures.ts'

/** Takes small pictures of the film at this address; nothing while there is none, and until what takes them is loaded. */
export function useFramePictures(address: string | undefined, format: FrameFormat): FramePictures | undefined {
  const pictures = useSignal<FramePictures | undefined>(undefined)
  useEffect(() => {
    if (address === undefined) return undefined
    let isWanted = true
    import('./frame-pictures.ts').then(
      part => {
        if (isWanted) pictures.value = new part.FramePictures(address, format)
      },
      // Without pictures there are still the comments.
      () => {},
    )
    return () => {
      isWanted = false
      pictures.value?.close()
      pictures.value = undefined
    }
  }, [address, format])
  return pictures.value
}
