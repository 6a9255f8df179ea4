import { tellError } from '../design/floating/toasts.tsx'
import { useCommands } from '../platform/keys/commands.ts'
import { lazy } from '../platform/lazy.tsx'
import { api } from '../platform/reading/api.ts'
import { useEvents } from '../platform/reading/live.ts'
import { useResource } from '../platform/reading/resource.ts'
import { texts } from './command-messages.ts'

// Most clips have one version.
const VersionMenu = lazy(() => import('./version-menu.tsx').then(part => part.VersionMenu))

interface VersionsProps {
  prId: number
  clip: { readonly id: number; readonly name?: string | undefined }
  /** Upload a file as another version. */
  mayAdd: boolean
  /** Change which clips are versions of this one. */
  mayEdit: boolean
}

/** The versions of a clip, where there are several, and the command that adds one. */
export function Versions({ prId, clip, mayAdd, mayEdit }: VersionsProps) {
  const { id, name = '' } = clip
  const stack = useResource(signal => findStack(prId, id, signal), [prId, id])
  useEvents(
    api,
    { prId },
    ({ verb = '' }) => {
      if (verb.startsWith('EditorialObject.')) stack.reload()
    },
    () => stack.reload(),
  )
  const add = () => {
    import('../uploads/add-version.ts').then(({ addVersion }) => addVersion(prId, { id, name })).catch(tellError)
  }
  useCommands([{ id: 'clip.version', title: texts('add'), section: texts('clip'), when: () => mayAdd, run: add }])
  if (stack.data === undefined) return null
  return <VersionMenu {...{ prId, id, mayEdit }} {...stack.data} onAdd={mayAdd ? add : undefined} />
}

/** The stack of a clip, and how many versions it has; nothing where the clip is the only one. */
async function findStack(prId: number, id: number, signal: AbortSignal) {
  const query = { fq: [`mediaObjectId:${id}`], fl: ['versionStackId,versionNumber,versionCount'], rows: 1 }
  const [found] = (await api.annotations.searchMediaObjects({ prId, query, signal })).results
  if (found?.versionStackId === undefined) return undefined
  const { versionStackId, versionNumber, versionCount } = found
  return { stackId: Number(versionStackId), number: Number(versionNumber), count: Number(versionCount) }
}
