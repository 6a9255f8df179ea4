import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { listOptions } from '../src/command-options.ts'
import { table } from '../src/commands/table.ts'
import { shells } from '../src/completion/offers.ts'
import { type CommandLine, openCommandLine } from './command-line.ts'
import { isInstalled, listCompletions } from './shells.ts'

let cli: CommandLine
before(async () => {
  cli = await openCommandLine()
  await mkdir(join(cli.home, 'desk/rushes'), { recursive: true })
  await writeFile(join(cli.home, 'desk/one.srt'), '')
})
after(() => cli.remove())

const secondsOf = (first: string) =>
  table.commands.flatMap(({ words }) => (words.startsWith(`${first} `) ? [words.split(' ')[1] ?? ''] : []))

const cases: [line: string, expected: string[]][] = [
  ['rushes up', ['upload']],
  ['rushes --url http://x prod', ['production']],
  ['rushes --url ', []],
  ['rushes --pro', ['--profile']],
  ['rushes subtitle convert --format web', ['webvtt']],
  ['rushes subtitle convert --keep f', ['frames']],
  ['rushes download --kind ', ['original', 'proxy']],
  ['rushes search -p 3 --in c', ['clips', 'collections']],
  ['rushes ls --col', ['--collection', '--collections']],
  ['rushes completion z', ['zsh']],
  // What is behind an argument, also one that is called like a command.
  ['rushes share create -p 3 12 --exp', ['--expires']],
  ['rushes search list --so', ['--sort']],
  ['rushes upload backup --wa', ['--wait']],
  ['rushes share list cre', []],
  ['rushes backup ver', ['verify']],
  ['rushes subtitle check on', ['one.srt']],
]

/** What is offered for a folder; shells tell that it is one, or not. */
const folderCases = ['rushes restore ', 'rushes download --to ', 'rushes backup --data ']

for (const shell of shells) {
  describe(`completion of ${shell}`, { skip: !isInstalled(shell) && `${shell} is not installed` }, () => {
    const complete = async (lines: readonly string[]) => {
      const script = join(cli.home, `completion.${shell}`)
      await writeFile(script, (await cli.run('completion', shell)).stdout)
      return listCompletions(shell, script, lines, join(cli.home, 'desk'))
    }

    test('offers every command, and of every command its options and no others', async () => {
      const firsts = [...new Set(table.commands.map(({ words }) => words.split(' ')[0] ?? ''))].sort()
      const groups = Object.keys(table.groups).filter(name => !table.commands.some(({ words }) => words === name))
      const [offered = [], ...others] = await complete([
        'rushes ',
        ...groups.map(name => `rushes ${name} `),
        ...table.commands.map(({ words }) => `rushes ${words} --`),
      ])
      assert.deepEqual(offered, firsts)
      for (const [index, name] of groups.entries()) assert.deepEqual(others[index], secondsOf(name).sort(), name)
      for (const [index, description] of table.commands.entries()) {
        const options = listOptions(description).map(({ flags }) => /--[\w-]+/.exec(flags)?.[0] ?? '')
        assert.deepEqual(others[groups.length + index], [...options, '--help'].sort(), description.words)
      }
    })

    test('knows values, arguments and what precedes them', async () => {
      const answers = await complete(cases.map(([line]) => line))
      for (const [index, [line, expected]] of cases.entries()) assert.deepEqual(answers[index], expected, line)
    })

    test('offers folders, and no files, where only a folder will do', async () => {
      for (const answer of await complete(folderCases)) {
        assert.deepEqual(
          answer.map(name => name.replace(/\/$/, '')),
          ['rushes'],
        )
      }
    })
  })
}

test('the completion of a shell that there is not ends with 2', async () => {
  assert.equal((await cli.run('completion', 'cmd')).code, 2)
})
