import type { Signal } from '@preact/signals'
import { internalClass } from '@rushes/contract'
import type { Film } from '../../../player/film.ts'
import { mayEdit, type ReviewAccess } from '../../access.ts'
import type { Sketch } from '../../drawing/sketch.ts'
import { formatBox } from '../../drawing/spatial.ts'
import type { Attachments } from '../attachments/attachments.ts'
import type { Remark } from '../comment-form.tsx'
import { type Comment, formatPage, isResolved, resolvedTag, type Thread } from '../comments.ts'
import { readPieces } from '../text/remark.ts'
import type { CommentChange, Wording } from './comment-change.ts'
import { type CommentOptions, writeComment } from './comment-writer.ts'

interface WritingOptions {
  readonly access: ReviewAccess
  readonly moId: number
  readonly film: Film
  readonly sketch: Sketch
  /** Whether the frames of the film are the pages of a document. */
  readonly isPaged: boolean
  /** Whether comments are for the team only, replies to others aside. */
  readonly isInternal: Signal<boolean>
  /** Files that go with the next comment. */
  readonly attachments: Attachments
  /** The comments that are there. */
  readonly listThreads: () => readonly Thread[]
  /** A comment that is not a reply is shown; `before` is the id by which it was until it was stored. */
  readonly onCreated: (id: number, before: number | undefined) => void
  /** Something was changed. */
  readonly onChanged: () => void
}

/** How comments are written: each change is shown at once, and sent once there is a connection. */
export interface Writing {
  /**
   * Sends a comment on the frame or the part that is marked, with what was drawn; or a reply to one. Resolves once it is
   * shown; throws what keeps a visitor from saying who they are.
   */
  send(remark: Remark, replyTo?: Comment): Promise<void>
  edit(comment: Comment, remark: Remark): void
  resolve(comment: Comment, isSettled: boolean): void
  /** Makes a thread one for the team only, or one for everybody. */
  confine(thread: Thread, isInternal: boolean): void
  remove(comment: Comment): void
}

export function createWriting(options: WritingOptions): Writing {
  const { access, moId, film, sketch, isPaged, isInternal, attachments, listThreads, onCreated, onChanged } = options
  const { api, prId } = access
  const write = (change: CommentChange, commentOptions?: CommentOptions, owner = access.owner) => {
    void writeComment({ api, prId, moId, owner, onChanged }, change, commentOptions)
  }
  return {
    async send(remark, replyTo) {
      const marked = replyTo ? undefined : film.getMarked()
      const { frame, strokes, bounds } = sketch.toStored()
      const isDrawn = !replyTo && strokes.length > 0
      const place = isDrawn ? frame : film.place
      const start = isPaged ? 0 : (replyTo?.start ?? (isDrawn ? place : (marked?.inFrame ?? place)))
      const files = replyTo ? [] : attachments.listArrived()
      const content = {
        ...(marked && { range: { start: marked.inFrame, end: marked.outFrame } }),
        ...(isDrawn && { strokes }),
        ...(files.length > 0 && { attachments: files }),
      }
      const isForTeam = replyTo ? replyTo.isInternal : access.shareId === undefined && isInternal.value
      const body = {
        ...remark,
        funnel: 'ReviewComment',
        start,
        end: start + 1,
        ...(isDrawn && bounds && { spatial: formatBox(bounds) }),
        ...(Object.keys(content).length > 0 && { structuredDescription: content }),
        ...(isPaged && { uiLocation: formatPage(replyTo?.start ?? place) }),
        ...(replyTo && { relatedToId: replyTo.id }),
        ...(isForTeam && { securityClasses: [internalClass] }),
      }
      const { owner, me } = (await access.introduction?.introduce()) ?? access
      const known = listThreads().flatMap(({ id, replies }) => [id, ...replies.map(reply => reply.id)])
      write(
        { what: 'create', body, author: me, created: Date.now(), after: Math.max(0, ...known) },
        { typed: remark.description, ...(replyTo ? {} : { onId: onCreated }) },
        owner,
      )
      if (replyTo) return
      // What was drawn, attached or marked while its author was introduced is for the next one.
      if (sketch.strokes.value === strokes) sketch.clear()
      attachments.drop(files)
      const now = film.getMarked()
      if (marked && now?.inFrame === marked.inFrame && now.outFrame === marked.outFrame) film.clearMarks()
    },
    edit(comment, { description, tags, mentionIds }) {
      const to = { description, tags: isResolved(comment) ? [...tags, resolvedTag] : tags, mentionIds }
      write({ what: 'rewrite', id: comment.id, from: toWording(comment), to }, { typed: description })
    },
    confine: ({ id }, isInternal) => write({ what: 'confine', id, isInternal }),
    resolve: ({ id }, isSettled) => write({ what: 'settle', id, isSettled }),
    remove(comment) {
      // Others' replies stay, and what they reply to with them.
      const { replies = [] } = listThreads().find(({ id }) => id === comment.id) ?? {}
      const isWhole = replies.every(reply => mayEdit(access, reply))
      write({ what: 'remove', id: comment.id, isWhole })
    },
  }
}

function toWording({ description, tags }: Comment): Wording {
  const mentionIds = readPieces(description).flatMap(piece => ('mention' in piece ? [piece.userId] : []))
  return { description, tags, mentionIds: [...new Set(mentionIds)] }
}
