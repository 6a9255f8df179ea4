import Type from 'typebox'

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
export const Flag = Type.Boolean()

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

/** Members that most resources share ("Fields shared by most resources"). */
export const sharedFields = {
  id: Id,
  version: Id,
  modifiedBy: Type.String({ description: 'request or process that last changed it' }),
  created: Type.Optional(Instant),
  createdBy: Type.Optional(Type.String({ description: 'request or process that created it' })),
  creatorId: Type.Optional(Id),
  lastUpdated: Type.Optional(Instant),
  objectType: Type.Optional(Type.String()),
  href: Type.Optional(Type.String()),
  hrefs: Type.Optional(Hrefs),
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

/** What a client may send back of the members that the service keeps: tolerated and ignored. */
const returnedFields = { ...optionalMembers(sharedFields), deleted: Type.Optional(Type.Unknown()) }

/** A body that names the version it replaces (PUT): the members as the caller read them, all but `version` optional. */
export function replacement<P extends Type.TProperties>(title: string, properties: P) {
  return shape(title, merge(merge(returnedFields, optionalMembers(properties)), { version: Id }))
}

/** A body that creates: the resource's own members. */
export function creation<P extends Type.TProperties>(title: string, properties: P) {
  return shape(title, merge(returnedFields, properties))
}
