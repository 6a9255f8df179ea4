/** What can be done with clips: by keys, by menus, by the bar and by dragging. */

import { signal } from '@preact/signals'
import type { ReviewStatusChoice } from '@rushes/contract'
import type { Point } from '../../design/floating/popup-menu.tsx'
import { tell, tellError } from '../../design/floating/toasts.tsx'
import { navigate } from '../../platform/router.tsx'
import type { FoundClips } from '../clips/found-clips.ts'
import type { ClipWork } from '../clips/workflow-states.ts'
import type { Collection } from '../collections/collection.ts'
import { toTitle } from '../collections/title.ts'
import { texts } from '../messages.ts'
import type { ClipWriter } from '../writes/clip-writer.ts'
import type { CollectionWriter } from '../writes/collection-writer.ts'
import { texts as writeTexts } from '../writes/messages.ts'
import type { ClipSelection } from './clip-selection.ts'

/** What the user may do with clips. */
export interface ClipRights {
  readonly edit: boolean
  readonly remove: boolean
  /** Replace the file of a clip by another one. */
  readonly replace: boolean
  readonly share: boolean
  readonly status: boolean
  readonly download: boolean
  /** Add a file as another version of a clip. */
  readonly addVersion: boolean
}

export interface ClipActionsOptions {
  readonly prId: number
  readonly may: ClipRights
  readonly found: FoundClips
  readonly selection: ClipSelection
  readonly writer: ClipWriter
  readonly collectionWriter: CollectionWriter
  readonly statuses: readonly ReviewStatusChoice[]
  readonly collections: readonly Collection[]
  /** The collection that is shown. */
  readonly collection: number | undefined
  readonly works: ReadonlyMap<number, ClipWork>
  readonly onPeek: (id: number) => void
  readonly onRetry: ((workflowId: string) => void) | undefined
}

export type ClipDialog = 'fields' | 'rename' | 'share' | 'remove' | 'attach' | 'tag'

/** What is open, for which clips. */
export type OpenAction =
  | { readonly what: ClipDialog; readonly ids: readonly number[] }
  | { readonly what: 'menu' | 'statuses'; readonly ids: readonly number[]; readonly at: Element | Point }

/** What puts clips in another order; few do. */
export const loadMoves = () => import('../ordering/order-clips.ts')

export class ClipActions {
  readonly opened = signal<OpenAction | undefined>(undefined)
  #options: ClipActionsOptions

  constructor(options: ClipActionsOptions) {
    this.#options = options
  }

  use(options: ClipActionsOptions): void {
    this.#options = options
  }

  get options(): ClipActionsOptions {
    return this.#options
  }

  show(opened: OpenAction | undefined): void {
    this.opened.value = opened
  }

  open(id: number): void {
    navigate(`/app/production/${this.#options.prId}/clip/${id}`)
  }

  compare([a, b]: readonly number[]): void {
    navigate(`/app/production/${this.#options.prId}/compare?a=${a}&b=${b}`)
  }

  set(ids: readonly number[], path: string, value: unknown): void {
    void this.#options.writer.change(
      ids,
      { what: 'set', members: { [path]: value } },
      { text: count => texts('applied', { count }) },
    )
  }

  tag(ids: readonly number[], tags: readonly string[]): void {
    const tag = tags.join(', ')
    void this.#options.writer.change(
      ids,
      { what: 'tags', added: tags, removed: [] },
      { text: count => texts('tagged', { count, tag }), typed: tag },
    )
  }

  attach(ids: readonly number[], collection: number): void {
    void this.#options.writer.change(
      ids,
      { what: 'attach', collection },
      { text: count => texts('addedTo', { count, title: this.#titleOf(collection) }) },
    )
  }

  /** A new collection with these clips. */
  attachToNew(clips: readonly number[], title: string): void {
    const text = texts('addedTo', { count: clips.length, title })
    void this.#options.collectionWriter.change({ what: 'create', title, clips }, { text, typed: title })
  }

  /** Deletes clips, which cannot be undone. */
  remove(ids: readonly number[]): void {
    const { selection, writer } = this.#options
    const annotationIds = selection.listAnnotations(ids)
    const text = (count: number) => writeTexts('clipsRemoved', { count })
    void writer.change(ids, { what: 'remove', annotationIds }, { text, ...this.#withoutIn(ids) })
    selection.drop(ids)
  }

  /** Takes clips out of the collection that is shown; they stay in the library. */
  detach(ids: readonly number[]): void {
    const { collection, selection, writer } = this.#options
    if (collection === undefined) return
    const text = (count: number) => texts('takenOut', { count })
    void writer.change(ids, { what: 'detach', collection }, { text, ...this.#withoutIn(ids) })
    selection.drop(ids)
  }

  /** Drops clips on a collection: out of the one that is shown, unless they are copied. */
  drop(ids: readonly number[], to: number, isCopy: boolean): void {
    const { collection: from, selection, writer } = this.#options
    if (from === to) return
    if (isCopy || from === undefined) {
      this.attach(ids, to)
      return
    }
    const text = (count: number) => texts('movedTo', { count, title: this.#titleOf(to) })
    void writer.change(ids, { what: 'move', from, to }, { text, ...this.#withoutIn(ids) })
    selection.drop(ids)
  }

  /** Shows the list without clips that leave it, until the index knows. */
  #withoutIn(ids: readonly number[]) {
    const { found } = this.#options
    const gone = new Set(ids)
    return {
      onShow: () => found.rearrange(clips => clips.filter(({ id }) => !gone.has(id))),
      onRevert: () => found.reload(),
    }
  }

  /** Puts clips of the collection before another one, or at its end. */
  async moveBefore(ids: readonly number[], before: number | undefined): Promise<void> {
    await (await loadMoves()).moveBefore(this.#options, ids, before)
  }

  /** One place up or down in the order of the collection. */
  async moveBy(ids: readonly number[], by: -1 | 1): Promise<void> {
    await (await loadMoves()).moveBy(this.#options, ids, by)
  }

  copyShareLink(ids: readonly number[]): void {
    const { prId } = this.#options
    import('../../shares/form/share-selection.tsx')
      .then(({ copyShareLink }) => copyShareLink(prId, ids))
      .catch(tellError)
  }

  /** Lets the person choose a file that is another version of a clip. */
  addVersion(id: number): void {
    const { prId, found } = this.#options
    const { name = '' } = found.find(id) ?? {}
    import('../../uploads/add-version.ts').then(({ addVersion }) => addVersion(prId, { id, name })).catch(tellError)
  }

  /** Makes clips the versions of one, in the order in which they were made. */
  stack(ids: readonly number[]): void {
    const { prId, selection } = this.#options
    import('../../versions/version-writer.ts')
      .then(({ stackClips }) => stackClips(prId, ids))
      // The older ones are not in sight any more.
      .then(() => selection.clear())
      .catch(tellError)
  }

  download(ids: readonly number[]): void {
    const { prId, may } = this.#options
    import('./downloads.ts').then(({ downloadClips }) => downloadClips(prId, ids, may.download)).catch(tellError)
  }

  retry(ids: readonly number[]): void {
    const { works, onRetry } = this.#options
    for (const id of ids) {
      const work = works.get(id)
      if (work?.isFailed) onRetry?.(work.workflowId)
    }
    tell(texts('retrying', { count: ids.length }))
  }

  #titleOf(id: number): string {
    const collection = this.#options.collections.find(other => other.id === id)
    return collection ? toTitle(collection) : `#${id}`
  }
}
