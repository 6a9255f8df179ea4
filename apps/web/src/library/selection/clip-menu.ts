import type { MenuItem } from '../../design/floating/menu.tsx'
import { tellError } from '../../design/floating/toasts.tsx'
import { nameStatus } from '../../design/status/review-status.ts'
import { texts } from '../messages.ts'
import type { ClipActions, ClipDialog, OpenAction } from './clip-actions.ts'
import { texts as dialogTexts } from './messages.ts'

type Opened = OpenAction & { at: unknown }

function chooseFile(prId: number, id: number): void {
  import('../../uploads/replace-file.ts').then(({ replaceFile }) => replaceFile(prId, id), tellError)
}

/** More are hardly versions of one clip. */
const mostVersions = 50

/** All that can be done with some clips, as a menu. */
export function listClipItems(actions: ClipActions, { ids, at }: Extract<OpenAction, Opened>): MenuItem[] {
  const { may, collection, found, works, onPeek, onRetry, statuses } = actions.options
  const [only] = ids.length === 1 ? ids : []
  const dialog = (what: ClipDialog) => () => actions.show({ what, ids })
  const isFailed = onRetry !== undefined && ids.some(id => works.get(id)?.isFailed)
  const when = (isUsed: boolean, item: MenuItem): MenuItem[] => (isUsed ? [item] : [])
  return [
    ...(only === undefined
      ? []
      : ([
          { text: texts('openClip'), icon: 'play', keys: 'Enter', onChoose: () => actions.open(only) },
          { text: dialogTexts('preview'), icon: 'eye', keys: 'Space', onChoose: () => onPeek(only) },
        ] satisfies MenuItem[])),
    ...when(isFailed, { text: texts('retry'), icon: 'refresh-cw', onChoose: () => actions.retry(ids) }),
    ...(only !== undefined && may.replace && works.get(only)?.isFailed
      ? [
          {
            text: dialogTexts('replaceFile'),
            icon: 'upload',
            onChoose: () => chooseFile(actions.options.prId, only),
          } satisfies MenuItem,
        ]
      : []),
    ...when(ids.length === 2, {
      text: texts('compare'),
      icon: 'git-compare',
      keys: 'V',
      onChoose: () => actions.compare(ids),
    }),
    ...when(may.edit, {
      text: dialogTexts('addToMenu'),
      icon: 'folder-plus',
      keys: 'C',
      section: 'edit',
      onChoose: dialog('attach'),
    }),
    ...when(may.status && statuses.length > 0, {
      text: dialogTexts('statusMenu'),
      icon: 'circle-dashed',
      keys: 'S',
      section: 'edit',
      onChoose: () => actions.show({ what: 'statuses', ids, at }),
    }),
    ...when(may.edit, {
      text: dialogTexts('tagMenu'),
      icon: 'tag',
      keys: 'T',
      section: 'edit',
      onChoose: dialog('tag'),
    }),
    ...when(may.edit, { text: texts('rename'), icon: 'type', section: 'edit', onChoose: dialog('rename') }),
    ...when(may.edit && ids.length > 1, {
      text: dialogTexts('editFields'),
      icon: 'pencil',
      section: 'edit',
      onChoose: dialog('fields'),
    }),
    ...when(may.addVersion && only !== undefined, {
      text: dialogTexts('addVersion'),
      icon: 'layers',
      section: 'versions',
      onChoose: () => only !== undefined && actions.addVersion(only),
    }),
    ...when(may.edit && ids.length > 1 && ids.length <= mostVersions, {
      text: dialogTexts('stack'),
      icon: 'layers',
      section: 'versions',
      onChoose: () => actions.stack(ids),
    }),
    ...when(may.share, {
      text: texts('copyShareLink'),
      icon: 'link',
      section: 'give',
      onChoose: () => actions.copyShareLink(ids),
    }),
    ...when(may.share, { text: dialogTexts('shareMenu'), icon: 'share-2', section: 'give', onChoose: dialog('share') }),
    { text: texts('download'), icon: 'download', section: 'give', onChoose: () => actions.download(ids) },
    ...when(may.edit && found.order !== undefined, {
      text: texts('moveUp'),
      icon: 'arrow-up',
      keys: 'Alt+ArrowUp',
      section: 'place',
      onChoose: () => void actions.moveBy(ids, -1),
    }),
    ...when(may.edit && found.order !== undefined, {
      text: texts('moveDown'),
      icon: 'arrow-down',
      keys: 'Alt+ArrowDown',
      section: 'place',
      onChoose: () => void actions.moveBy(ids, 1),
    }),
    ...when(may.edit && collection !== undefined, {
      text: dialogTexts('takeOut'),
      icon: 'minus',
      section: 'place',
      onChoose: () => actions.detach(ids),
    }),
    ...when(may.remove, {
      text: texts('removeClips'),
      icon: 'trash',
      kind: 'danger',
      keys: 'Delete',
      section: 'remove',
      onChoose: dialog('remove'),
    }),
  ]
}

/** The statuses of reviews; of one clip with a mark at its own. */
export function listStatusItems(actions: ClipActions, ids: readonly number[]): MenuItem[] {
  const { statuses, found } = actions.options
  const [only] = ids.length === 1 ? ids : []
  const own = only === undefined ? undefined : found.find(only)
  const mark = (status: string | undefined) => (own ? { isChecked: own.reviewStatus === status } : {})
  return [
    ...statuses.map((status, index) => ({
      text: nameStatus(status),
      ...(index < 4 ? { keys: `Shift+${index + 1}` } : {}),
      ...mark(status.id),
      onChoose: () => actions.set(ids, '/reviewStatus', status.id),
    })),
    {
      text: texts('notReviewed'),
      section: 'none',
      ...mark(undefined),
      onChoose: () => actions.set(ids, '/reviewStatus', undefined),
    },
  ]
}
