import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import { readInstant } from '../src/commands/share-create.ts'
import { toSafeName } from '../src/service/downloads.ts'
import { formatBar, openProgress } from '../src/terminal/progress.ts'
import { openTerminal, toSize, toText } from '../src/terminal/terminal.ts'

/** A terminal of so many columns, and what was written to it. */
function openScreen(env: NodeJS.ProcessEnv = {}) {
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 60 })
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 60 })
  const terminal = openTerminal({ stdout, stderr, env, isJson: false, isQuiet: false })
  return { terminal, readOut: () => String(stdout.read() ?? ''), readErr: () => String(stderr.read() ?? '') }
}

describe('on a terminal', () => {
  test('a list is a table with headings, its columns in line', () => {
    const { terminal, readOut } = openScreen({ NO_COLOR: '1' })
    const rows = [
      { id: 1, name: 'one' },
      { id: 12_345, name: undefined },
    ]
    terminal.showTable(rows, [
      ['id', row => row.id],
      ['name', row => row.name],
    ])
    assert.equal(readOut(), 'ID     NAME\n1      one\n12345\n')
  })

  test('NO_COLOR switches colours off', () => {
    assert.equal(openScreen().terminal.paint('red', 'x'), '\u001b[31mx\u001b[39m')
    assert.equal(openScreen({ NO_COLOR: '1' }).terminal.paint('red', 'x'), 'x')
  })

  test('a bar is drawn over itself and gone at the end', () => {
    const { terminal, readErr } = openScreen()
    const progress = openProgress(terminal)
    const bar = progress.begin('take.mov', 1000)
    bar.move(500)
    const drawn = readErr()
    assert.match(drawn, /^take\.mov +━+╌+ +50 %/)
    progress.close()
    assert.equal(readErr(), '\u001b[1A\u001b[J')
  })
})

describe('where nobody watches', () => {
  /** How far a file of a million bytes is at these times, and what is written of it. */
  function tellMoves(
    options: { isJson?: boolean; isQuiet?: boolean },
    moves: readonly [seconds: number, bytes: number][],
  ) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    const terminal = openTerminal({ stdout, stderr, env: {}, isJson: false, isQuiet: false, ...options })
    let seconds = 0
    const bar = openProgress(terminal, () => seconds * 1000).begin('take.mov', 1_000_000)
    for (const [at, bytes] of moves) {
      seconds = at
      bar.move(bytes)
    }
    bar.end()
    return String(stderr.read() ?? '')
  }

  test('a line follows each tenth, once a second at most, and half a minute of less', () => {
    const moves = [
      [0.5, 200_000],
      [2, 250_000],
      [2.5, 400_000],
      [4, 420_000],
      [33, 430_000],
      [34.5, 430_000],
    ] as const
    assert.equal(
      tellMoves(
        {},
        moves.map(([at, bytes]) => [at, bytes]),
      ),
      'take.mov: 25 %, 250 kB of 1.00 MB\ntake.mov: 42 %, 420 kB of 1.00 MB\ntake.mov: 43 %, 430 kB of 1.00 MB\n',
    )
  })

  test('`--json` writes it as JSON, `--quiet` not at all', () => {
    const progress = { name: 'take.mov', doneBytes: 500_000, totalBytes: 1_000_000 }
    assert.equal(tellMoves({ isJson: true }, [[5, 500_000]]), `${JSON.stringify({ progress })}\n`)
    assert.equal(tellMoves({ isQuiet: true }, [[5, 500_000]]), '')
  })
})

test('a bar keeps to the width of the terminal, however long the name', () => {
  for (const columns of [20, 60, 80, 200]) {
    const bar = { name: 'n'.repeat(100), totalBytes: 10e9, first: 0, doneBytes: 3e9, begunMs: 0 }
    assert.ok(formatBar(bar, 60_000, columns).length < columns, String(columns))
  }
  const part = { name: 'a', totalBytes: 100e6, first: 50e6, doneBytes: 75e6, begunMs: 0 }
  assert.match(formatBar(part, 5000, 100), / 75 % +5\.00 MB\/s {2}0:05$/, 'the rate is that of this run')
})

for (const [bytes, text] of [
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.00 kB'],
  [123_456_789, '123 MB'],
  [4_294_967_296, '4.29 GB'],
  [undefined, ''],
] as const) {
  test(`${bytes} bytes are "${text}"`, () => assert.equal(toSize(bytes), text))
}

for (const [name, safe] of [
  ['take.mov', 'take.mov'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\films\\take.mov', 'take.mov'],
  ['.bashrc', 'bashrc'],
  ['..', 'unnamed'],
  ['a\u0000b\u001b[31m', 'a_b_[31m'],
  ['', 'unnamed'],
] as const) {
  test(`a file called ${JSON.stringify(name)} is written as ${safe}`, () => assert.equal(toSafeName(name), safe))
}

test('a share ends after a time, or at a date', () => {
  const now = Date.parse('2030-01-01T00:00Z')
  assert.equal(readInstant('12h', now), now + 43_200_000)
  assert.equal(readInstant('7d', now), now + 604_800_000)
  assert.equal(readInstant('2030-01-31', now), Date.parse('2030-01-31T00:00Z'))
  for (const text of ['soon', '2029-12-31', '0d', '-1d']) assert.throws(() => readInstant(text, now), text)
})

test('control characters become spaces', () => assert.equal(toText('a\nb\u009b31mc'), 'a b 31mc'))
