import assert from 'node:assert/strict'
import type { JsonPatch } from '@rushes/contract'

/** RFC 6902 as it is written, on a whole copy for each operation; nothing where an operation fails. */
export function patchPlainly(document: unknown, patch: JsonPatch): { document: unknown } | undefined {
  const root = { document: structuredClone(document) }
  try {
    for (const operation of structuredClone(patch)) operate(root, operation)
  } catch {
    return undefined
  }
  return root
}

type Container = Record<string, unknown>

function operate(root: Container, { op, path, from, value }: JsonPatch[number]): void {
  const target = locate(root, path)
  switch (op) {
    case 'test':
      assert.deepStrictEqual(read(target), value)
      break
    case 'create':
      assert.throws(() => read(target))
      write(target, value)
      break
    case 'add':
      write(target, value)
      break
    case 'remove':
      erase(target)
      break
    case 'replace':
      read(target)
      if (Array.isArray(target.holder)) erase(target)
      write(target, value)
      break
    case 'copy':
      write(target, structuredClone(read(locate(root, from!))))
      break
    case 'move': {
      const source = locate(root, from!)
      const moved = read(source)
      // "The "from" location MUST NOT be a proper prefix of the "path" location".
      assert.ok(!path.startsWith(`${from}/`))
      if (path === from) break
      erase(source)
      write(locate(root, path), moved)
      break
    }
  }
}

function locate(root: Container, pointer: string): { holder: Container; name: string } {
  const names = pointer.split('/').map(each => each.replaceAll('~1', '/').replaceAll('~0', '~'))
  names[0] = 'document'
  const name = names.pop()!
  const holder = names.reduce<unknown>((inner, each) => read({ holder: inner as Container, name: each }), root)
  assert.ok(typeof holder === 'object' && holder !== null)
  return { holder: holder as Container, name }
}

function read({ holder, name }: { holder: Container; name: string }): unknown {
  assert.ok(typeof holder === 'object' && holder !== null)
  if (Array.isArray(holder)) assert.match(name, /^(?:0|[1-9]\d*)$/)
  assert.ok(Object.hasOwn(holder, name))
  return holder[name]
}

function write({ holder, name }: { holder: Container; name: string }, value: unknown): void {
  if (!Array.isArray(holder)) {
    holder[name] = value
    return
  }
  const index = name === '-' ? holder.length : Number(name)
  assert.ok(name === '-' || (/^(?:0|[1-9]\d*)$/.test(name) && index <= holder.length))
  holder.splice(index, 0, value)
}

function erase(target: { holder: Container; name: string }): void {
  read(target)
  const { holder, name } = target
  if (Array.isArray(holder)) holder.splice(Number(name), 1)
  else if (name === 'document') holder.document = null
  else delete holder[name]
}
