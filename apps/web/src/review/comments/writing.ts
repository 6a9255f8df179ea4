import type { Client } from '@rushes/client'
import { tellError } from '../../design/toasts.tsx'
import type { Film } from '../../player/film.ts'
import type { Sketch } from '../drawing/sketch.ts'
import { formatBox } from '../drawing/spatial.ts'
import type { Remark } from './comment-form.tsx'
import { type Comment, isResolved, resolvedTag } from './comments.ts'

interface WritingOptions {
  readonly api: Client
  readonly prId: number
  readonly moId: number
  readonly film: Film
  readonly sketch: Sketch
  /** A comment was created that is not a reply. */
  readonly onCreated: (id: number) => void
  /** Something was changed. */
  readonly onChanged: () => void
}

/** The calls by which comments are written. */
export interface Writing {
  /** Sends a comment on the frame or the part that is marked, with what was drawn; or a reply to one. */
  send(remark: Remark, replyTo?: Comment): Promise<void>
  edit(comment: Comment, remark: Remark): Promise<void>
  resolve(comment: Comment, isSettled: boolean): void
  remove(comment: Comment): void
}

/** The answer comes once a search finds what was changed. */
const atOnce = { waitForIndex: true }

export function createWriting({ api, prId, moId, film, sketch, onCreated, onChanged }: WritingOptions): Writing {
  const patch = async ({ id }: Comment, values: Record<string, unknown>) => {
    const body = Object.entries(values).map(([name, value]) => ({ op: 'add' as const, path: `/${name}`, value }))
    await api.annotations.patchAnnotation({ prId, anId: id, body, query: atOnce })
    onChanged()
  }
  return {
    async send(remark, replyTo) {
      const marked = replyTo ? undefined : film.getMarked()
      const start = replyTo?.start ?? marked?.inFrame ?? film.frame.value
      const { strokes, bounds } = sketch.toStored()
      const isDrawn = !replyTo && strokes.length > 0
      const content = {
        ...(marked && { range: { start: marked.inFrame, end: marked.outFrame } }),
        ...(isDrawn && { strokes }),
      }
      const body = {
        ...remark,
        funnel: 'ReviewComment',
        start,
        end: start + 1,
        ...(isDrawn && bounds && { spatial: formatBox(bounds) }),
        ...(Object.keys(content).length > 0 && { structuredDescription: content }),
        ...(replyTo && { relatedToId: replyTo.id }),
      }
      const created = await api.annotations.createClipAnnotation({ prId, moId, type: 'clip', body, query: atOnce })
      if (!replyTo) {
        sketch.clear()
        if (marked) film.clearMarks()
        onCreated(created.id)
      }
      onChanged()
    },
    edit: (comment, { description, tags, mentionIds }) =>
      patch(comment, { description, tags: isResolved(comment) ? [...tags, resolvedTag] : tags, mentionIds }),
    resolve(comment, isSettled) {
      const others = comment.tags.filter(tag => tag !== resolvedTag)
      patch(comment, { tags: isSettled ? [...others, resolvedTag] : others }).catch(tellError)
    },
    remove(comment) {
      api.annotations.deleteAnnotation({ prId, anId: comment.id, query: atOnce }).then(onChanged, tellError)
    },
  }
}
