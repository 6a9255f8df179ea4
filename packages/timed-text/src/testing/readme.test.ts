import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import * as library from '../index.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

/** Runs an example as a module of its own; gives the lines that it prints. */
async function run(code: string): Promise<string[]> {
  const printed: string[] = []
  Reflect.set(globalThis, 'printed', printed)
  const console = 'const console = { log: (...values) => printed.push(values.join(" ")) }\n'
  const module = code.replaceAll("'@rushes/timed-text'", `'${new URL('../index.ts', import.meta.url)}'`)
  await import(`data:text/javascript,${encodeURIComponent(console + module)}`)
  return printed
}

describe('the README', () => {
  const examples = Array.from(
    readme.matchAll(/^## (.+)\n[\s\S]*?```js\n([\s\S]*?)```/gm),
    ([, title = '', code = '']) => ({
      title,
      code,
    }),
  )

  test('has examples', () => assert.ok(examples.length >= 4))

  for (const { title, code } of examples) {
    test(`${title}: the example prints what it says`, async () => {
      const said = Array.from(code.matchAll(/^\/\/ (.*)$/gm), ([, line = '']) => line)
      assert.deepEqual(await run(code), said)
    })
  }

  test('has every format in its table', () => {
    for (const { label } of library.listFormats()) assert.ok(readme.includes(`\n| ${label} | r w |`), label)
  })

  test('names functions that there are', () => {
    const names = Array.from(readme.matchAll(/`(\w+)`/g), ([, name = '']) => name)
    const others = ['r', 'w', 'encoding', 'media']
    assert.deepEqual(
      names.filter(name => !(name in library) && !others.includes(name)),
      [],
    )
  })
})
