import { Menu, type MenuItem } from '../design/floating/menu.tsx'
import { tellError } from '../design/floating/toasts.tsx'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { getQuery, navigate } from '../platform/router.tsx'
import { leave } from '../platform/writes/unsaved.ts'
import { texts as commandTexts } from './command-messages.ts'
import { texts } from './messages.ts'
import './version-menu.css'

interface VersionMenuProps {
  prId: number
  /** The clip that is shown. */
  id: number
  stackId: number
  number: number
  count: number
  /** Change which clips are versions. */
  mayEdit: boolean
  /** Adds another version. */
  onAdd: (() => void) | undefined
}

/** Which of several versions of a clip is shown, with the way to the others, to their comparison and to a new one. */
export function VersionMenu({ prId, id, stackId, number, count, mayEdit, onAdd }: VersionMenuProps) {
  const versions = useResource(signal => listVersions(prId, stackId, signal), [prId, stackId, count, number])
  const all = versions.data ?? []
  const at = all.findIndex(version => version.id === id)
  const other = all[at - 1] ?? all[at + 1]
  const open = (id: number) => () => {
    const panel = getQuery('panel')
    const query = panel === undefined ? '' : `?panel=${encodeURIComponent(panel)}`
    leave(() => navigate(`/app/production/${prId}/clip/${id}${query}`))
  }
  const compare = (other: Version) => () =>
    leave(() => navigate(`/app/production/${prId}/compare?a=${other.id}&b=${id}`))
  const items: MenuItem[] = [
    ...all
      .map((version, index) => ({
        text: texts('versionNamed', { number: index + 1, name: version.name }),
        isChecked: version.id === id,
        section: 'versions',
        onChoose: open(version.id),
      }))
      .toReversed(),
    ...(other
      ? [
          {
            text: texts('compareWith', { number: all.indexOf(other) + 1 }),
            icon: 'git-compare' as const,
            section: 'compare',
            onChoose: compare(other),
          },
        ]
      : []),
    ...(onAdd ? [{ text: commandTexts('add'), icon: 'plus' as const, section: 'change', onChoose: onAdd }] : []),
    ...(mayEdit
      ? [
          {
            text: texts('takeOut'),
            icon: 'minus' as const,
            section: 'change',
            onChoose: () => {
              import('./version-writer.ts').then(({ takeOut }) => takeOut(prId, id)).catch(tellError)
            },
          },
        ]
      : []),
  ]
  return (
    <span class="version-menu">
      <Menu label={texts('isVersion', { number, count })} items={items}>
        {texts('versionOf', { number, count })}
      </Menu>
    </span>
  )
}

interface Version {
  readonly id: number
  readonly name: string
}

/** As many as one looks through. */
const mostVersions = 500

/** The versions of a stack, oldest first. */
async function listVersions(prId: number, stackId: number, signal: AbortSignal): Promise<readonly Version[]> {
  const fl = ['mediaObjectId,mediaObjectName,versionNumber']
  const query = { fq: [`versionStackId:${stackId}`], fl, rows: mostVersions }
  const { results } = await api.annotations.searchMediaObjects({ prId, query, signal })
  return results
    .toSorted((a, b) => Number(a.versionNumber) - Number(b.versionNumber))
    .map(({ mediaObjectId, mediaObjectName }) => ({ id: Number(mediaObjectId), name: String(mediaObjectName) }))
}
