import Type from 'typebox'
import { about } from '../shapes.ts'

const pointer = Type.String({ maxLength: 4096 })

/** RFC 6902, and `create`: like `add`, but it fails where a value exists. */
export const JsonPatch = Type.Array(
  Type.Object({
    op: about(
      Type.Enum(['add', 'remove', 'replace', 'move', 'copy', 'test', 'create']),
      'operation of RFC 6902, or `create`: an `add` that fails where a value exists',
    ),
    path: about(pointer, 'JSON Pointer (RFC 6901) to the value to change, for example `/name`'),
    from: Type.Optional(about(pointer, 'JSON Pointer to the source; only with `move` and `copy`')),
    value: Type.Optional(about(Type.Unknown(), 'new value, or the expected one with `test`; null is a value')),
  }),
  { title: 'JsonPatch', maxItems: 1000 },
)
export type JsonPatch = Type.Static<typeof JsonPatch>
