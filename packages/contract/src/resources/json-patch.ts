import Type from 'typebox'

const pointer = Type.String({ maxLength: 4096 })

/** RFC 6902, and `create`: like `add`, but it fails where a value exists. */
export const JsonPatch = Type.Array(
  Type.Object({
    op: Type.Enum(['add', 'remove', 'replace', 'move', 'copy', 'test', 'create']),
    path: pointer,
    from: Type.Optional(pointer),
    value: Type.Optional(Type.Unknown()),
  }),
  { title: 'JsonPatch', maxItems: 1000 },
)
export type JsonPatch = Type.Static<typeof JsonPatch>
