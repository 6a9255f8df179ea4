import { brokenRule } from '@rushes/contract'
import { ArchiveIds } from '../../../platform/archive/index.ts'
import type { Context } from '../../../platform/context.ts'
import { createValidator } from '../../../platform/text/validate.ts'
import type { ReceivedArchive } from '../import/receive.ts'
import { readLines, toPlace } from './line-file.ts'
import { toPartMember } from './members.ts'

/** More things than these of one archive are refused. */
const mostThings = 10_000_000

/**
 * Looks at every line of an archive: each must be of the shape of its part, and there must be as many as the archive
 * says. Whatever has an id gets one here, which is nobody's should the import fail.
 */
export async function numberThings(ctx: Context, { head, members }: ReceivedArchive): Promise<ArchiveIds> {
  const ids = new ArchiveIds(() => ctx.platform.takeId())
  let left = mostThings
  for (const { name, shape } of ctx.platform.services.archiveParts) {
    const validate = createValidator(shape, 'ValidationError')
    const member = toPartMember(name)
    const path = members.get(member)?.path
    const old = new Numbers()
    let count = 0
    for await (const { number, value } of path === undefined ? [] : readLines(path, member)) {
      validate(value, toPlace(member, number))
      const { id } = value as { id?: number }
      if (id !== undefined) old.add(id)
      count++
      if (left-- === 0) throw brokenRule('/', `The archive has more than ${mostThings} things`)
    }
    const told = head.counts[name] ?? 0
    if (count !== told) throw brokenRule(`/${member}`, `has ${count} lines, not ${told} as the archive says`)
    ids.add(name, old.list(), await takeIds(ctx, old.length))
  }
  return ids
}

async function takeIds({ platform }: Context, count: number): Promise<Float64Array> {
  const taken = new Float64Array(count)
  for (let at = 0; at < count; at++) taken[at] = await platform.takeId()
  return taken
}

/** Numbers without the weight of objects. */
class Numbers {
  #numbers = new Float64Array(1024)
  length = 0

  add(number: number): void {
    if (this.length === this.#numbers.length) {
      const larger = new Float64Array(2 * this.length)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.length++] = number
  }

  list(): Float64Array {
    return this.#numbers.slice(0, this.length)
  }
}
