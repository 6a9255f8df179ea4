import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type CommandLine, openCommandLine } from './command-line.ts'

let cli: CommandLine
before(async () => {
  // Nobody is signed in, and there is no service.
  cli = await openCommandLine({ RUSHES_URL: 'http://127.0.0.1:9' })
  await write('good.srt', toSrt(['Good evening.', 'Snow is on its way.']))
})
after(() => cli.remove())

function toSrt(texts: readonly string[]): string {
  const clock = (seconds: number) => `00:00:${String(seconds).padStart(2, '0')},000`
  return texts
    .map((line, index) => `${index + 1}\n${clock(index * 4 + 1)} --> ${clock(index * 4 + 4)}\n${line}\n`)
    .join('\n')
}
const write = (path: string, content: string | Uint8Array) => writeFile(join(cli.home, path), content)
const read = (path: string) => readFile(join(cli.home, path))

describe('subtitle convert', () => {
  test('writes the format that the name tells, and comes back from every format with the same text', async () => {
    for (const [name, mark] of [
      ['good.vtt', 'WEBVTT'],
      ['good.stl', '850STL25.01'],
      ['good.ttml', '<?xml'],
    ] as const) {
      const { code, stderr } = await cli.run('subtitle', 'convert', 'good.srt', '-o', name)
      assert.equal(code, 0, stderr)
      assert.ok((await read(name)).toString('latin1').startsWith(mark), name)
      const back = await cli.run('subtitle', 'convert', name, '--to', 'srt', '-o', '-')
      assert.match(back.stdout, /Good evening\..*00:00:05,000 --> 00:00:08,000\s+Snow is on its way\./s, name)
    }
  })

  test('converts many at once into a folder', async () => {
    for (const name of ['a.srt', 'b.srt', 'c.srt']) await write(name, toSrt([name]))
    const results = await cli.json(
      'subtitle',
      'convert',
      'a.srt',
      'b.srt',
      'c.srt',
      '--to',
      'webvtt',
      '--folder',
      'web',
    )
    assert.deepEqual(
      results.map(({ subtitles, format }: { subtitles: number; format: string }) => [subtitles, format]),
      Array(3).fill([1, 'webvtt']),
    )
    assert.deepEqual((await readdir(join(cli.home, 'web'))).sort(), ['a.vtt', 'b.vtt', 'c.vtt'])
  })

  test('tells what the new format cannot hold', async () => {
    await write('styled.vtt', 'WEBVTT\n\nNOTE a note\n\n00:01.000 --> 00:03.000\n<v Anna>Hello</v>\n')
    const [{ diagnostics }] = await cli.json('subtitle', 'convert', 'styled.vtt', '--to', 'srt')
    assert.ok(diagnostics.some(({ code }: { code: string }) => code === 'COMMENT_DROPPED'))
  })

  test('what is there stays unless it is forced away', async () => {
    await write('kept.vtt', 'mine')
    const { code, stderr } = await cli.run('subtitle', 'convert', 'good.srt', '-o', 'kept.vtt')
    assert.deepEqual([code, stderr.includes('is there already')], [6, true])
    assert.equal(String(await read('kept.vtt')), 'mine')
    assert.equal((await cli.run('subtitle', 'convert', 'good.srt', '-o', 'kept.vtt', '--force')).code, 0)
  })

  test('one broken file among good ones is told, and the others are written', async () => {
    await write('broken.srt', 'this is\nno subtitle\n')
    await write('fine.srt', toSrt(['Fine.']))
    const { code, stderr } = await cli.run('subtitle', 'convert', 'broken.srt', 'fine.srt', '--to', 'webvtt')
    assert.equal(code, 6)
    assert.match(stderr, /broken\.srt: .*has no subtitles.*1 of 2 files failed/s)
    assert.ok((await read('fine.vtt')).length > 0)
  })

  for (const [name, args, code, part] of [
    ['a file that there is not', ['missing.srt', '--to', 'srt'], 5, 'missing.srt does not exist'],
    ['no target format', ['good.srt'], 2, 'Into which format?'],
    ['a format that there is not', ['good.srt', '--to', 'sami'], 2, 'Allowed choices'],
    ['a rate that is none', ['good.srt', '-o', 'x.stl', '--rate', 'fast'], 2, 'fast is no rate'],
    ['a rate of nothing', ['good.srt', '-o', 'x.stl', '--rate', '0'], 2, '0 is no rate'],
    ['an encoding that there is not', ['good.srt', '-o', 'x.vtt', '--encoding', 'klingon'], 2, 'no encoding klingon'],
    ['one output for two files', ['good.srt', 'a.srt', '-o', 'x.vtt'], 2, 'for one file'],
    ['two files of one target', ['good.srt', 'good.vtt', '--to', 'ebuttd', '--folder', 'one'], 6, 'written as one'],
    ['binary bytes', ['noise.srt', '--to', 'webvtt'], 6, 'has no subtitles'],
  ] as const) {
    test(`${name} ends with ${code}`, async () => {
      await write(
        'noise.srt',
        Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256),
      )
      const ended = await cli.run('subtitle', 'convert', ...args)
      assert.equal(ended.code, code, ended.stderr)
      assert.ok(ended.stderr.includes(part), ended.stderr)
    })
  }
})

describe('subtitle check', () => {
  test('a good file ends with 0', async () => {
    const { code, stdout, stderr } = await cli.run('subtitle', 'check', 'good.srt')
    assert.equal(code, 0, stdout + stderr)
    assert.match(stdout, /^good\.srt: srt, 2 subtitles/)
  })

  test('what a preset asks for is told with its subtitle, and ends with 1', async () => {
    await write(
      'fast.srt',
      '1\n00:00:01,000 --> 00:00:01,200\nThis is far too much to be read in a fifth of a second.\n',
    )
    const { code, stdout } = await cli.run('subtitle', 'check', 'fast.srt')
    assert.equal(code, 1)
    assert.match(stdout, /subtitle 1: (warning|error): /)
    const ended = await cli.run('subtitle', 'check', 'fast.srt', '--preset', 'netflix', '--json')
    const [{ findings }] = JSON.parse(ended.stdout)
    assert.ok(findings.some(({ code: rule }: { code: string }) => rule === 'READING_SPEED_CPS'))
    assert.ok(
      findings.every(({ code: rule }: { code: string }) => rule !== 'READING_SPEED_WPM'),
      'Netflix has no such rule',
    )
  })

  test('damage is told with its line', async () => {
    await write('damaged.srt', `${toSrt(['One.'])}\n2\n00:00:09,000 --> nonsense\nTwo.\n`)
    const { code, stdout } = await cli.run('subtitle', 'check', 'damaged.srt')
    assert.equal(code, 1)
    assert.match(stdout, /line \d+: /)
  })

  test('a file that is none of subtitles ends with 6', async () => {
    const { code, stderr } = await cli.run('subtitle', 'check', 'noise.srt')
    assert.equal(code, 6, stderr)
  })
})
