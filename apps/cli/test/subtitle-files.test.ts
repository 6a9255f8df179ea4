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
const toFolder = ['--format', 'webvtt', '--folder', 'out']
const read = (path: string) => readFile(join(cli.home, path))

describe('subtitle convert', () => {
  test('writes the format that the name tells, and comes back from every format with the same text', async () => {
    for (const [name, mark] of [
      ['good.vtt', 'WEBVTT'],
      ['good.ass', '[Script Info]'],
      ['good.stl', '850STL25.01'],
      ['good.ttml', '<?xml'],
    ] as const) {
      const { code, stderr } = await cli.run('subtitle', 'convert', 'good.srt', name)
      assert.equal(code, 0, stderr)
      assert.ok((await read(name)).toString('latin1').startsWith(mark), name)
      const back = await cli.run('subtitle', 'convert', name, '-', '--format', 'srt')
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
      '--format',
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
    const [{ diagnostics }] = await cli.json('subtitle', 'convert', 'styled.vtt', 'styled.srt')
    assert.ok(diagnostics.some(({ code }: { code: string }) => code === 'COMMENT_DROPPED'))
  })

  test('what is there stays unless it is forced away', async () => {
    await write('kept.vtt', 'mine')
    const { code, stderr } = await cli.run('subtitle', 'convert', 'good.srt', 'kept.vtt')
    assert.deepEqual([code, stderr.includes('is there already')], [6, true])
    assert.equal(String(await read('kept.vtt')), 'mine')
    assert.equal((await cli.run('subtitle', 'convert', 'good.srt', 'kept.vtt', '--force')).code, 0)
  })

  test('one broken file among good ones is reported, and the others are written', async () => {
    await write('broken.srt', 'this is\nno subtitle\n')
    await write('fine.srt', toSrt(['Fine.']))
    const { code, stderr } = await cli.run('subtitle', 'convert', 'broken.srt', 'fine.srt', ...toFolder)
    assert.equal(code, 6)
    assert.match(stderr, /broken\.srt: .*has no subtitles.*1 of 2 files failed/s)
    assert.ok((await read('out/fine.vtt')).length > 0)
  })

  for (const [name, args, code, part] of [
    ['a file that there is not', ['missing.srt', 'x.vtt'], 5, 'missing.srt does not exist'],
    ['no new file', ['good.srt'], 2, 'A file becomes one other file'],
    ['three files', ['good.srt', 'a.srt', 'x.vtt'], 2, 'A file becomes one other file'],
    ['no target format', ['good.srt', 'x.unknown'], 2, 'Into which format?'],
    ['a folder without a format', ['good.srt', '--folder', 'none'], 2, 'Into which format?'],
    ['a format that there is not', ['good.srt', 'x', '--format', 'sami'], 2, 'Allowed choices'],
    ['a rate that is none', ['good.srt', 'x.stl', '--to', 'fast'], 2, 'fast is not a rate'],
    ['a rate of nothing', ['good.srt', 'x.stl', '--from', '0'], 2, 'A sample rate is a fraction'],
    ['an encoding that there is not', ['good.srt', 'x.vtt', '--encoding', 'klingon'], 2, 'no encoding klingon'],
    ['JSON on the standard output beside the file', ['good.srt', '-', '--format', 'srt', '--json'], 2, 'the JSON'],
    ['the standard input into a folder', ['-', ...toFolder], 2, 'no name to be written by'],
    ['two files of one target', ['good.srt', 'good.vtt', '--format', 'ebuttd', '--folder', 'one'], 6, 'written as one'],
    ['binary bytes', ['noise.srt', 'x.vtt'], 6, 'has no subtitles'],
    ['an offset without a rate', ['good.srt', 'x.vtt', '--offset', '5'], 6, 'needs a rate'],
    ['an offset that is none', ['good.srt', 'x.vtt', '--to', '25', '--offset', '1.5'], 6, 'A timecode looks like'],
    ['kept frames of one rate', ['good.srt', 'x.vtt', '--to', '25', '--keep', 'frames'], 6, 'both are needed'],
    ['drop frame at 25', ['good.srt', 'x.vtt', '--to', '25', '--drop', 'yes'], 6, 'Drop frame exists'],
    ['a start where there is none', ['good.srt', 'x.ttml', '--to', '25', '--start', '10:00:00:00'], 6, 'no timecode'],
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

describe('subtitle convert to another rate', () => {
  const convert = async (...options: string[]) => {
    const { code, stdout, stderr } = await cli.run(
      'subtitle',
      'convert',
      'good.srt',
      '-',
      '--format',
      'srt',
      ...options,
    )
    assert.equal(code, 0, stderr)
    return Array.from(stdout.matchAll(/\S+ --> \S+/g), ([times]) => times)
  }

  for (const [name, options, first] of [
    ['keeps the time', ['--from', '23.976', '--to', '25'], '00:00:01,000 --> 00:00:04,000'],
    ['keeps the frames', ['--from', '24', '--to', '25', '--keep', 'frames'], '00:00:00,960 --> 00:00:03,840'],
    ['moves by frames', ['--to', '25', '--offset', '5'], '00:00:01,200 --> 00:00:04,200'],
    ['moves back by a timecode', ['--to', '50', '--offset', '-00:00:00:25'], '00:00:00,500 --> 00:00:03,500'],
    ['counts from a start', ['--to', '25', '--start', '10:00:00:00'], '10:00:01,000 --> 10:00:04,000'],
    [
      'leaves the start of the source',
      ['--from', '25', '--source-start', '00:00:01:00'],
      '00:00:00,000 --> 00:00:03,000',
    ],
    [
      'drops frames of timecodes where it is asked to',
      ['--to', '29.97', '--drop', 'yes', '--offset', '01:00:00:00'],
      '01:00:00,997 --> 01:00:04,000',
    ],
  ] as const) {
    test(name, async () => assert.equal((await convert(...options))[0], first))
  }

  test('reads the standard input and writes the standard output', async () => {
    const settings = { input: toSrt(['From a pipe.']) }
    const { code, stdout, stderr } = await cli.runWith(settings, 'subtitle', 'convert', '-', '-', '--format', 'webvtt')
    assert.deepEqual([code, stderr], [0, ''])
    assert.equal(stdout, 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nFrom a pipe.\n')
    const checked = await cli.runWith(settings, 'subtitle', 'check', '-')
    assert.deepEqual([checked.code, checked.stdout], [0, '-: srt, 1 subtitles\n'])
  })
})

describe('subtitle diff', () => {
  const diff = async (...args: string[]) => {
    const { code, stdout, stderr } = await cli.run('subtitle', 'diff', ...args)
    return [code, stdout || stderr]
  }

  test('of the same subtitles in two formats ends with 0', async () => {
    await write(
      'same.vtt',
      'WEBVTT\n\n1\n00:01.000 --> 00:04.000\nGood evening.\n\n2\n00:05.000 --> 00:08.000\nSnow is on its way.\n',
    )
    assert.deepEqual(await diff('good.srt', 'same.vtt'), [0, ''])
  })

  test('tells what differs, by subtitle, and ends with 1', async () => {
    await write(
      'other.vtt',
      'WEBVTT\n\n00:01.000 --> 00:04.200\nGood <i>evening</i>.\n\n00:05.000 --> 00:08.000\nRain.\n\n00:20.000 --> 00:22.000\nMore.\n',
    )
    const [code, lines] = await diff('good.srt', 'other.vtt')
    assert.equal(code, 1)
    assert.equal(
      lines,
      [
        'subtitle 1: end 100 -> 105',
        'subtitle 1: style [["Good evening.",{}]] -> [["Good ",{}],["evening",{"italic":true}],[".",{}]]',
        'subtitle 2: text "Snow is on its way." -> "Rain."',
        'subtitle 3: only in other.vtt: 500 to 550 "More."',
        '',
      ].join('\n'),
    )
    const plain = await cli.run('subtitle', 'diff', 'good.srt', 'other.vtt', '--ignore-style', '--rate', '50', '--json')
    const { rate, differences } = JSON.parse(plain.stdout)
    assert.deepEqual(rate, { num: 50, den: 1 })
    assert.deepEqual(
      differences.map((row: { differences: string[]; first: { end: number }[] }) => [
        row.differences,
        row.first[0]?.end,
      ]),
      [
        [['end'], 200],
        [['text'], 400],
        [[], undefined],
      ],
    )
  })

  test('takes one file from the standard input, and not both', async () => {
    const { code, stderr } = await cli.runWith(
      { input: String(await read('good.srt')) },
      'subtitle',
      'diff',
      '-',
      'good.srt',
    )
    assert.equal(code, 0, stderr)
    assert.equal((await diff('-', '-'))[0], 2)
    assert.equal((await diff('good.srt'))[0], 2)
    assert.equal((await diff('good.srt', 'missing.srt'))[0], 5)
  })
})

describe('subtitle check', () => {
  test('a good file ends with 0', async () => {
    const { code, stdout, stderr } = await cli.run('subtitle', 'check', 'good.srt')
    assert.equal(code, 0, stdout + stderr)
    assert.match(stdout, /^good\.srt: srt, 2 subtitles/)
  })

  test('what a preset asks for is reported with its subtitle, and ends with 1', async () => {
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

  test('damage is reported with its line', async () => {
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
