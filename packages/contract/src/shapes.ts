import Type from 'typebox'
import { deliveryIds } from './files/subtitle-formats.ts'

/** Words that every shape is built from. Shapes are composed by value; `title` names the OpenAPI component. */

/** A 64-bit integer on the wire; ids and counts stay below 2^53, so that every JSON reader keeps them exact. */
export const Long = Type.Integer({
  format: 'int64',
  minimum: -Number.MAX_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
})
/** The id of a resource. */
export const Id = Type.Integer({ format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** A 32-bit integer. */
export const Int = Type.Integer({ format: 'int32', minimum: -2147483648, maximum: 2147483647 })
/** An instant in epoch milliseconds. */
export const Instant = Type.Integer({
  format: 'int64',
  minimum: 0,
  maximum: 8640000000000000,
  description: 'epoch milliseconds',
})
export const Text = Type.String({ maxLength: 1_000_000 })
export const Name = Type.String({ maxLength: 1000 })
/** A free-form object, stored and returned as it came. */
export const FreeForm = Type.Record(Type.String(), Type.Unknown())
/** What the times of a subtitle file are counted by. */
export const TimesBase = about(
  oneOf('media', 'smpte'),
  'whether times of the file are running time (`media`) or the timecode of the clip; found out when absent',
)
/** Where the clip begins in a subtitle file. */
export const StartOfProgramme = Type.String({
  pattern: '^(?:subtract|keep|\\d\\d:\\d\\d:\\d\\d[:;]\\d\\d)$',
  description:
    'where the clip begins in the file: `subtract`, at the start of the programme that it names; `keep`, at 00:00:00:00; or at a timecode, `HH:MM:SS:FF`',
})
/** What the columns of a table of subtitles are called. */
export const ColumnNames = Type.String({
  maxLength: 1000,
  description:
    'with a table (`csv`, `xlsx`): what its columns are called, as `start:TC in,text:English`, of `number`, `start`, `end`, `duration`, `speaker`, `text`; an empty name leaves out `number`, `duration` or `speaker`',
})
export const Flag = Type.Boolean()
/** Whether rolling captions are read with each line once. */
export const Unroll = about(Flag, 'whether captions that roll up, each line shown twice, are read with each line once')
/** Whom subtitles are delivered to. */
export const DeliveryId = Type.String({
  maxLength: 50,
  description: `whom the file is for (${deliveryIds.map(id => `\`${id}\``).join(', ')}): it has their format unless another is named, and what they would not take is listed as \`DELIVERY_REJECTED\``,
})

/** The same schema, with what it means where it is used. `meaning` belongs to the use of a titled shape, not to the shape. */
export function about<S extends Type.TSchema>(schema: S, meaning: string): S {
  const copy = Object.create(null, Object.getOwnPropertyDescriptors(schema))
  Object.setPrototypeOf(copy, Object.prototype)
  copy['title' in schema ? 'meaning' : 'description'] = meaning
  return copy
}

/**
 * The same schema, with another one in the document that accepts less: a union with a list does not compile in every
 * generated client.
 */
export function documentedAs<S extends Type.TSchema>(schema: S, documented: Type.TSchema, meaning: string): S {
  return Object.assign(about(schema, meaning), { documented })
}

/** An object whose members are all known; anything else in a body is refused. */
export function shape<P extends Type.TProperties>(title: string, properties: P) {
  return Type.Object(properties, { title, additionalProperties: false })
}

/** The same members, all optional and under another name: what a request may carry of a resource. */
export function optionalMembers<P extends Type.TProperties>(properties: P) {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, Type.Optional(value)])) as {
    [K in keyof P]: Type.TOptional<P[K]>
  }
}

type Required<P, K> = { [N in keyof P]: N extends K ? (P[N] extends Type.TOptional<infer S> ? S : P[N]) : P[N] }

/** The same members, of which those with these names are in every answer. */
export function alwaysWith<const P extends Type.TProperties, const K extends keyof P & string>(
  properties: P,
  ...names: K[]
): Required<P, K> {
  const always: ReadonlySet<string> = new Set(names)
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, always.has(name) ? toRequired(schema) : schema]),
  ) as Required<P, K>
}

/** A copy without what marks an optional member. */
function toRequired(schema: Type.TSchema): Type.TSchema {
  const { '~optional': _, ...kept } = Object.getOwnPropertyDescriptors(schema) as Record<string, PropertyDescriptor>
  return Object.defineProperties({}, kept)
}

/** A member that is one of these words. */
export function oneOf<const T extends string>(...values: T[]) {
  return Type.Enum(values)
}

export function setOf<S extends Type.TSchema>(item: S) {
  return Type.Array(item, { uniqueItems: false, maxItems: 10_000, description: 'a set: order means nothing' })
}

export function listOf<S extends Type.TSchema>(item: S, maxItems = 10_000) {
  return Type.Array(item, { maxItems })
}

/** Addresses of related resources: name to URL, without a query, so that a client may append one. */
export const Hrefs = Type.Record(Type.String(), Type.String())

/** When a resource was deleted; its shared member `deleted` is a date. */
export const DeletionTime = Type.Optional(
  Type.Integer({ format: 'int64', description: 'epoch milliseconds, in the answer to its deletion' }),
)

/** Members that most resources share (http-19). */
export const sharedFields = {
  id: about(Id, 'id of the resource, unique among its kind'),
  version: about(Id, 'version for optimistic locking; every change raises it'),
  modifiedBy: Type.String({ description: 'request or process that last changed the resource' }),
  created: Type.Optional(about(Instant, 'when the resource was created, in epoch milliseconds')),
  createdBy: Type.Optional(Type.String({ description: 'request or process that created it' })),
  creatorId: Type.Optional(about(Id, 'id of the user who created the resource')),
  lastUpdated: Type.Optional(about(Instant, 'when the resource was last changed, in epoch milliseconds')),
  objectType: Type.Optional(about(Type.String(), 'type name of the resource in the data model')),
  href: Type.Optional(about(Type.String(), 'address of the resource itself, without a query')),
  hrefs: Type.Optional(about(Hrefs, 'addresses of related resources, by name')),
} as const

/** Two sets of members as one: where both name a member, the second counts. */
type Merged<A, B> = Omit<A, keyof B> & B
function merge<A extends object, B extends object>(a: A, b: B): Merged<A, B> {
  return { ...a, ...b }
}

/** A resource: its own members and the shared ones. */
export function resource<P extends Type.TProperties>(title: string, properties: P) {
  return shape(title, merge(sharedFields, properties))
}

/** The shared members of a resource that is stored, all of which its answers have but for those about users. */
const storedFields = alwaysWith(sharedFields, 'created', 'createdBy', 'lastUpdated', 'objectType')

/** A resource that is stored: its own members and the shared ones, as every answer has them. */
export function storedResource<P extends Type.TProperties>(title: string, properties: P) {
  return shape(title, merge(storedFields, properties))
}

/** The same for one that has an address of its own, and addresses of others. */
const addressedFields = alwaysWith(storedFields, 'href', 'hrefs')

/** A resource that is stored and has an address: its own members and the shared ones, as every answer has them. */
export function addressedResource<P extends Type.TProperties>(title: string, properties: P) {
  return shape(title, merge(addressedFields, properties))
}

/** What a client may send back of the members that the service keeps: tolerated and ignored. */
const returnedFields = {
  ...optionalMembers(sharedFields),
  deleted: Type.Optional(about(Type.Unknown(), 'ignored: clients may send back what they read')),
}

/** A body that names the version it replaces (PUT): the members as the caller read them, all but `version` optional. */
export function replacement<P extends Type.TProperties>(title: string, properties: P) {
  return shape(
    title,
    merge(merge(returnedFields, optionalMembers(properties)), {
      version: about(Id, 'version that the change expects; 409 when the stored version differs'),
    }),
  )
}

/** A body that creates: the resource's own members. */
export function creation<P extends Type.TProperties>(title: string, properties: P) {
  return shape(title, merge(returnedFields, properties))
}
