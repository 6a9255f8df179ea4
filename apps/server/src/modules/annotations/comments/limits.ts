/** What a comment may hold: visitors write some of its members only, and nobody makes it large. */

import { isDeepStrictEqual } from 'node:util'
import { type Annotation, brokenRule, type ClipAnnotationCreation } from '@rushes/contract'
import Type, { type Static } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import type { Actor } from '../../../platform/security/actor.ts'
import { createValidator } from '../../../platform/text/validate.ts'
import { createDescribedCheck } from '../../custom-fields/index.ts'

/** What a visitor may write of a comment, and in it of `structuredDescription`. */
const visitorMembers = [
  'description',
  'start',
  'end',
  'tags',
  'mentionIds',
  'spatial',
  'uiLocation',
  'relatedToId',
  'customFields',
  'structuredDescription',
] as const satisfies readonly (keyof ClipAnnotationCreation)[]
const visitorContent = ['range', 'strokes']
/** What lists show of it. */
const shownContent = [...visitorContent, 'attachments']

/** Of what a visitor may write of one comment; of a whole comment of the team: UTF-8 bytes of JSON. */
const maxVisitorBytes = 64 * 1024
const maxCommentBytes = 1024 * 1024

export function getMaxCommentBytes(actor: Actor): number {
  return actor.kind === 'visitor' ? maxVisitorBytes : maxCommentBytes
}

const maxStrokes = 64
const maxPoints = 2000
const maxStrokeBytes = 32 * 1024
const maxAttachments = 20

/** `[x, y]` or `[x, y, pressure]`, or one number of a list of coordinates. */
const Point = Type.Unsafe<number | number[]>({
  type: ['number', 'array'],
  items: { type: 'number' },
  minItems: 2,
  maxItems: 3,
})
/** What the points of a stroke are: a free line, the two ends of an arrow, a line or a box, or the place of a text. */
const strokeKinds = ['pen', 'arrow', 'line', 'box', 'text']
const Stroke = Type.Object(
  {
    color: Type.String({ minLength: 1, maxLength: 100 }),
    width: Type.Number({ exclusiveMinimum: 0 }),
    points: Type.Array(Point),
    kind: Type.Optional(Type.Enum(strokeKinds)),
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  },
  { additionalProperties: false },
)
const Frame = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Range = Type.Object({ start: Frame, end: Frame }, { additionalProperties: false })
const Strokes = Type.Array(Stroke, { maxItems: maxStrokes })
/** A file that belongs to what is said: a clip of its own, which is seen by those who may see that clip. */
const Attachment = Type.Object(
  {
    mediaObjectId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    name: Type.String({ minLength: 1, maxLength: 1000 }),
  },
  { additionalProperties: false },
)
const Attachments = Type.Array(Attachment, { maxItems: maxAttachments })
const validateRange = createValidator(Range, 'ValidationError')
const validateStrokes = createValidator(Strokes, 'ValidationError')
const validateAttachments = createValidator(Attachments, 'ValidationError')

/** Members of a comment, or of a request for one. */
interface Members {
  readonly start?: number | undefined
  readonly end?: number | undefined
  readonly relatedToId?: number | undefined
  readonly customFields?: Record<string, unknown> | undefined
  readonly structuredDescription?: Record<string, unknown> | undefined
}

/** Throws ValidationError for a comment that is too large. */
export function assertCommentSize(actor: Actor, comment: Members): void {
  const counted = actor.kind === 'visitor' ? pickForVisitor(comment, () => true) : comment
  const [bytes, max] = [Buffer.byteLength(JSON.stringify(counted)), getMaxCommentBytes(actor)]
  if (bytes > max) throw brokenRule('/', `the comment has ${bytes} bytes of JSON; at most ${max} are accepted`)
}

/** Throws ValidationError for a range, strokes or attachments of the wrong shape, unless they are as before. */
export function assertCommentContent(after: Record<string, unknown> = {}, before: Record<string, unknown> = {}): void {
  const path = '/structuredDescription'
  const { range, strokes, attachments } = after
  if (range !== undefined && !isDeepStrictEqual(range, before.range)) assertFrames(range, `${path}/range`)
  if (strokes !== undefined && !isDeepStrictEqual(strokes, before.strokes)) assertStrokes(strokes, `${path}/strokes`)
  if (attachments !== undefined && !isDeepStrictEqual(attachments, before.attachments)) {
    validateAttachments(attachments, `${path}/attachments`)
  }
}

function assertFrames(range: unknown, path: string): void {
  validateRange(range, path)
  const { start, end } = range as Static<typeof Range>
  if (end <= start) throw brokenRule(`${path}/end`, `must be greater than start, ${start}`)
}

function assertStrokes(strokes: unknown, path: string): void {
  validateStrokes(strokes, path)
  const checked = strokes as Static<typeof Strokes>
  for (const [index, { kind, text }] of checked.entries()) {
    if (kind === 'text' && text === undefined) throw brokenRule(`${path}/${index}/text`, 'is needed in a text')
    if (kind !== 'text' && text !== undefined)
      throw brokenRule(`${path}/${index}/text`, 'belongs to the kind text alone')
  }
  const points = checked.flatMap(stroke => stroke.points)
  // Coordinates in one list: two of them are a point.
  const count = points.reduce<number>((sum, point) => sum + (typeof point === 'number' ? 0.5 : 1), 0)
  if (count > maxPoints) throw brokenRule(path, `has ${count} points; at most ${maxPoints} are accepted`)
  const bytes = Buffer.byteLength(JSON.stringify(strokes))
  if (bytes > maxStrokeBytes) {
    throw brokenRule(path, `has ${bytes} bytes of JSON; at most ${maxStrokeBytes} are accepted`)
  }
}

/** The members of a request for a comment that the caller may write; a visitor's others are ignored. */
export async function toWritableRequest(
  ctx: Context,
  productionId: number,
  request: ClipAnnotationCreation,
): Promise<ClipAnnotationCreation> {
  if (ctx.actor.kind !== 'visitor') return request
  const isDescribed = request.customFields && (await createDescribedCheck(ctx, productionId))
  const { objectType, funnel } = request
  return {
    ...(objectType !== undefined && { objectType }),
    ...(funnel !== undefined && { funnel }),
    ...pickForVisitor(request, name => isDescribed?.(name) === true),
  }
}

function pickForVisitor<T extends Members>(members: T, isDescribed: (field: string) => boolean): Partial<T> {
  const { customFields, structuredDescription } = members
  return {
    ...pick(members, name => visitorMembers.some(member => member === name)),
    ...(customFields && { customFields: pick(customFields, isDescribed) }),
    ...(structuredDescription && {
      structuredDescription: pick(structuredDescription, name => visitorContent.includes(name)),
    }),
  }
}

/** The range, the strokes and the attachments of a comment, and nothing else of its `structuredDescription`. */
export function pickCommentContent(content: Record<string, unknown>): Record<string, unknown> {
  return pick(content, name => shownContent.includes(name))
}

function pick<T extends object>(members: T, isPicked: (name: string) => boolean): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => isPicked(name))) as Partial<T>
}

/** Throws ValidationError for members of a comment that a visitor may not change by a patch. */
export function assertVisitorMembers(actor: Actor, members: readonly string[]): void {
  if (actor.kind !== 'visitor') return
  const accepted = visitorMembers.filter(name => name !== 'relatedToId')
  const refused = members.find(name => !accepted.some(member => member === name))
  if (refused !== undefined) throw notForVisitors(`/${refused}`, accepted)
}

/** The same below the members: of `structuredDescription`, and custom fields that are not described. */
export async function assertVisitorChange(
  ctx: Context,
  productionId: number,
  after: Annotation,
  before: Annotation,
): Promise<void> {
  if (ctx.actor.kind !== 'visitor') return
  const content = listChangedNames(after.structuredDescription, before.structuredDescription)
  const refused = content.find(name => !visitorContent.includes(name))
  if (refused !== undefined) throw notForVisitors(`/structuredDescription/${refused}`, visitorContent)
  const fields = listChangedNames(after.customFields, before.customFields)
  if (fields.length === 0) return
  const isDescribed = await createDescribedCheck(ctx, productionId)
  const undescribed = fields.find(name => !isDescribed(name))
  if (undescribed !== undefined) throw notForVisitors(`/customFields/${undescribed}`, ['fields that are described'])
}

function listChangedNames(after: Record<string, unknown> = {}, before: Record<string, unknown> = {}): string[] {
  const names = new Set([...Object.keys(after), ...Object.keys(before)])
  return [...names].filter(name => !isDeepStrictEqual(after[name], before[name]))
}

function notForVisitors(path: string, accepted: readonly string[]) {
  return brokenRule(path, `cannot be changed by visitors of a share; they may change ${accepted.join(', ')}`)
}
