/**
 * JSON Patch (RFC 6902) with the operation `create` of the original service: like `add`, but it fails where a value
 * exists. Operations run in order on a copy that shares what they leave alone; when one fails, nothing has changed.
 */

import { brokenRule, type JsonPatch, ServiceError } from '@rushes/contract'

type Json = unknown
type Operation = JsonPatch[number]

const deepestPointer = 64
/** What the copies of one patch may add, in characters of JSON: a copy of a copy is twice as large. */
const defaultMaxCopied = 16 * 1024 * 1024
/** Deepest nesting of a patched document: a body is at most 100 levels deep, and a pointer leads 64 levels down. */
const deepestDocument = 200
/** Most values that the operations of one patch look at, one by one: a small patch can name a large value very often. */
const mostLooks = 1_000_000
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype'])

/** The patched document. A failed `test` or `create` is a conflict (409); a path that leads nowhere breaks a rule (422). */
export function applyPatch<T>(document: T, patch: JsonPatch, maxCopied = defaultMaxCopied): T {
  const draft = new Draft(document, maxCopied)
  for (const [index, operation] of patch.entries()) locate(index, () => applyOperation(draft, operation))
  return draft.root as T
}

/** The members at the top of the document that a patch writes to; a pointer that is none breaks a rule (422). */
export function listPatchedMembers(patch: JsonPatch): string[] {
  const paths = patch.flatMap((operation, index) =>
    locate(index, () => {
      if (operation.op === 'test') return []
      const path = parsePointer(operation.path)
      return operation.op === 'move' ? [path, needFrom(operation)] : [path]
    }),
  )
  return [...new Set(paths.map(path => path[0] ?? ''))]
}

/** Adds to an error which operation of the patch has the faulty path. */
function locate<T>(index: number, steps: () => T): T {
  try {
    return steps()
  } catch (error) {
    if (error instanceof PathError) throw brokenRule(`/${index}${error.member}`, error.message)
    throw error
  }
}

class PathError extends Error {
  readonly member: string
  constructor(message: string, member = '/path') {
    super(message)
    this.member = member
  }
}

/** A document under change; containers are copied once, when first written to. */
class Draft {
  root: Json
  readonly #own = new WeakSet<object>()
  readonly #maxCopied: number
  #copied = 0
  #looks = 0

  constructor(root: Json, maxCopied: number) {
    this.root = root
    this.#maxCopied = maxCopied
  }

  /** The value at a path. */
  get(path: readonly string[], member = '/path'): Json {
    return path.reduce((value, name) => getMember(value, name, member), this.root)
  }

  /** A copy of the value at a path that shares nothing with it. */
  copy(path: readonly string[]): Json {
    const text = JSON.stringify(this.get(path, '/from'))
    this.#copied += text.length
    if (this.#copied > this.#maxCopied) {
      throw new PathError(`copies too much; at most ${this.#maxCopied} characters of JSON are accepted`, '/from')
    }
    return JSON.parse(text)
  }

  /** Equal as JSON values: the order of members means nothing. */
  isEqual(a: Json, b: Json): boolean {
    if (a === b) return true
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
    if (Array.isArray(a) || Array.isArray(b)) return this.#isEqualList(a, b)
    const names = Object.keys(a)
    this.#look(names.length)
    return (
      names.length === Object.keys(b).length &&
      names.every(
        name =>
          Object.hasOwn(b, name) && this.isEqual((a as Record<string, Json>)[name], (b as Record<string, Json>)[name]),
      )
    )
  }

  #isEqualList(a: object, b: object): boolean {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    this.#look(a.length)
    return a.every((value, index) => this.isEqual(value, b[index]))
  }

  /** Refuses to put a value where it would make the document too deep; moves of moves could otherwise nest on and on. */
  assertDepth(value: Json, depth: number): void {
    if (typeof value !== 'object' || value === null) return
    if (depth >= deepestDocument) throw new PathError(`makes the document more than ${deepestDocument} levels deep`)
    const members = Array.isArray(value) ? value : Object.values(value)
    this.#look(members.length)
    for (const member of members) this.assertDepth(member, depth + 1)
  }

  #look(count: number): void {
    this.#looks += count
    if (this.#looks > mostLooks) throw new PathError('makes the patch look at too much', '')
  }

  /** The container at a path, as a copy of our own that may be written to. */
  own(path: readonly string[]): Record<string, Json> | Json[] {
    this.root = this.#toOwn(this.root)
    let container = this.root as Record<string, Json>
    for (const name of path) {
      const inner = this.#toOwn(getMember(container, name, '/path'))
      container[name] = inner
      container = inner as Record<string, Json>
    }
    return container
  }

  #toOwn(value: Json): Json {
    if (typeof value !== 'object' || value === null) throw new PathError('leads into a value that has no members')
    if (this.#own.has(value)) return value
    const copy = Array.isArray(value) ? [...value] : { ...value }
    this.#own.add(copy)
    return copy
  }
}

function applyOperation(draft: Draft, operation: Operation): void {
  const path = parsePointer(operation.path)
  switch (operation.op) {
    case 'add':
      add(draft, path, needValue(operation))
      break
    case 'create':
      if (exists(draft, path)) throw new ServiceError('ConflictError', `${operation.path} has a value already`)
      add(draft, path, needValue(operation))
      break
    case 'remove':
      remove(draft, path)
      break
    case 'replace':
      draft.get(path)
      replace(draft, path, needValue(operation))
      break
    case 'move':
      move(draft, needFrom(operation), path)
      break
    case 'copy':
      addChecked(draft, path, draft.copy(needFrom(operation)))
      break
    case 'test': {
      const expected = needValue(operation)
      // What is absent has no value that could be the expected one: the test fails, the patch is not wrong.
      if (!exists(draft, path) || !draft.isEqual(draft.get(path), expected)) throw unexpectedValue(operation.path)
      break
    }
    default:
      throw new PathError('is not a known operation', '/op')
  }
}

function unexpectedValue(path: string): ServiceError {
  return new ServiceError('ConflictError', `${path} does not have the expected value`, { path })
}

function needValue(operation: Operation): Json {
  if (!Object.hasOwn(operation, 'value')) throw new PathError('is needed', '/value')
  return operation.value
}

function needFrom(operation: Operation): string[] {
  if (operation.from === undefined) throw new PathError('is needed', '/from')
  return parsePointer(operation.from, '/from')
}

function addChecked(draft: Draft, path: string[], value: Json): void {
  draft.assertDepth(value, path.length)
  add(draft, path, value)
}

function add(draft: Draft, path: string[], value: Json): void {
  const name = path.at(-1)
  if (name === undefined) {
    draft.root = value
    return
  }
  const container = draft.own(path.slice(0, -1))
  if (Array.isArray(container))
    container.splice(name === '-' ? container.length : toIndex(name, container.length), 0, value)
  else container[name] = value
}

function replace(draft: Draft, path: string[], value: Json): void {
  const name = path.at(-1)
  if (name === undefined) draft.root = value
  else (draft.own(path.slice(0, -1)) as Record<string, Json>)[name] = value
}

function remove(draft: Draft, path: string[]): Json {
  const removed = draft.get(path)
  const name = path.at(-1)
  if (name === undefined) {
    draft.root = null
    return removed
  }
  const container = draft.own(path.slice(0, -1))
  if (Array.isArray(container)) container.splice(Number(name), 1)
  else delete container[name]
  return removed
}

function move(draft: Draft, from: string[], path: string[]): void {
  const isSame = from.length === path.length && from.every((name, index) => name === path[index])
  draft.get(from, '/from')
  if (isSame) return
  if (from.length < path.length && from.every((name, index) => name === path[index])) {
    throw new PathError('a value cannot be moved into itself', '/from')
  }
  addChecked(draft, path, remove(draft, from))
}

function exists(draft: Draft, path: string[]): boolean {
  try {
    draft.get(path)
    return true
  } catch (error) {
    if (error instanceof PathError) return false
    throw error
  }
}

function getMember(container: Json, name: string, member: string): Json {
  if (Array.isArray(container)) {
    const index = name === '-' ? container.length : toIndex(name, container.length, member)
    if (index < container.length) return container[index]
  } else if (typeof container === 'object' && container !== null && Object.hasOwn(container, name)) {
    return (container as Record<string, Json>)[name]
  }
  throw new PathError(`there is no ${JSON.stringify(name)}`, member)
}

/** An index into a list: digits without a leading zero, at most the list's length. */
function toIndex(name: string, length: number, member = '/path'): number {
  if (!/^(?:0|[1-9]\d{0,9})$/.test(name)) throw new PathError(`${JSON.stringify(name)} is no index of a list`, member)
  if (Number(name) > length) throw new PathError(`${name} is behind the end of the list`, member)
  return Number(name)
}

/** RFC 6901: `/` before each name, `~1` for a slash and `~0` for a tilde in one. */
function parsePointer(pointer: string, member = '/path'): string[] {
  if (pointer === '') return []
  if (!pointer.startsWith('/')) throw new PathError('must begin with /', member)
  if (/~(?![01])/.test(pointer)) throw new PathError('holds a ~ that is not followed by 0 or 1', member)
  const names = pointer
    .slice(1)
    .split('/')
    .map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (names.length > deepestPointer) throw new PathError('is too deep', member)
  if (names.some(name => forbiddenNames.has(name))) throw new PathError('names a member that cannot be written', member)
  return names
}
