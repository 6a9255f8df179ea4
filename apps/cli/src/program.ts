/** From what was typed to the command that it means, and to the code that the process ends with. */

import { readFileSync } from 'node:fs'
import { type Command, CommanderError, Option, Command as Program } from 'commander'
import type { Call, CommandDescription, OptionDescription, SharedOptions } from './command.ts'
import { listOptions, serviceOptions, sharedOptions } from './command-options.ts'
import { table } from './commands/table.ts'
import { CommandError, exitCodes, toCommandError } from './errors/errors.ts'
import { type Input, type Output, openTerminal, type Terminal } from './terminal/terminal.ts'

/** What a process brings with it. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  readonly signal: AbortSignal
}

/** Runs the command that was typed; gives the exit code. */
export async function runCommandLine(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const terminal = openTerminal({
    ...surroundings,
    isJson: argv.includes('--json'),
    isQuiet: argv.includes('--quiet'),
  })
  let complaint = ''
  let call: Call | undefined
  const program = buildProgram({
    writeOut: text => void surroundings.stdout.write(text),
    writeErr: text => {
      complaint += text
    },
    async begin(description, args, options) {
      const { stdin, stderr, env, signal } = surroundings
      call = { args, options, terminal, stdin, stderr, env, signal, table }
      const { run } = await description.load()
      await run(call)
    },
  })
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0
      const message = complaint.replace(/^error: /, '').trimEnd()
      return tellError(new CommandError('usage', terminal.isJson ? message.split('\n', 1)[0]! : message), terminal)
    }
    const url = call && !(error instanceof CommandError) ? await findUrl(call) : undefined
    return tellError(await toCommandError(error, surroundings.signal, url), terminal)
  }
}

async function findUrl(call: Call): Promise<string | undefined> {
  const { findAskedUrl } = await import('./service/session.ts')
  return findAskedUrl(call).catch(() => undefined)
}

function tellError({ failure, message, advice }: CommandError, terminal: Terminal): number {
  const { code } = exitCodes[failure]
  const hint = advice === undefined ? {} : { advice }
  terminal.complain({ code, failure, message, ...hint }, advice === undefined ? [message] : [message, advice])
  return code
}

interface Wiring {
  writeOut(text: string): void
  writeErr(text: string): void
  begin(description: CommandDescription, args: readonly string[], options: SharedOptions): Promise<void>
}

function buildProgram({ begin, ...output }: Wiring): Command {
  const program = new Program('rushes')
    .description('Rushes: media collaboration. Every command has --help.')
    .version(readVersion())
    .configureOutput(output)
    .exitOverride()
    .showHelpAfterError('(`--help` tells how it is typed)')
  for (const option of [...sharedOptions, ...serviceOptions]) program.addOption(toOption(option))
  const homes = new Map(
    Object.entries(table.groups).map(([name, summary]) => [name, program.command(name).description(summary)]),
  )
  for (const description of table.commands) {
    const [first = '', second] = description.words.split(' ')
    const group = homes.get(first)
    if (second !== undefined && !group) throw new Error(`There is no group for ${description.words}`)
    // A command may have others behind it: `backup <folder>` and `backup verify <folder>`.
    const command = second === undefined ? (group ?? program.command(first)) : group!.command(second)
    command.description(description.summary)
    for (const { usage, meaning } of description.arguments ?? []) command.argument(usage, meaning)
    for (const option of listOptions(description)) command.addOption(toOption(option))
    command.addHelpText('after', `\nExamples:\n${description.examples.map(line => `  ${line}`).join('\n')}`)
    command.action(() => {
      const args = command.processedArgs.flat().filter((value: unknown) => value !== undefined)
      return begin(description, args as string[], command.optsWithGlobals())
    })
  }
  return program
}

function toOption({ flags, meaning, choices, parse, repeats, isMandatory }: OptionDescription): Option {
  const option = new Option(flags, meaning)
  if (isMandatory) option.makeOptionMandatory()
  if (choices) option.choices(choices)
  if (parse) option.argParser(parse)
  if (repeats) option.argParser((text: string, list: string[] = []) => [...list, text])
  return option
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
