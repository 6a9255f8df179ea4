/** What a command is, for all that looks at one: the parser, the help, the completions, and its own code. */

import type { Input, Output, Terminal } from './terminal/terminal.ts'

/** What the shell offers for a value. */
export type Completes = 'files' | 'folders'

export interface ArgumentDescription {
  /** As help prints it: `<file>`, `[file]`, `<file...>`. */
  readonly usage: string
  readonly meaning: string
  readonly completes?: Completes
}

export interface OptionDescription {
  /** As help prints it: `-o, --output <file>`. */
  readonly flags: string
  readonly meaning: string
  /** The only values that it takes. */
  readonly choices?: readonly string[]
  /** Reads the value; throws a `CommandError` for one that cannot be used. */
  readonly parse?: (text: string) => unknown
  /** Whether the command needs it. */
  readonly isMandatory?: true
  /** Whether it may be given several times, and is a list. */
  readonly repeats?: true
  readonly completes?: Completes
}

/** What a command is called by, what it takes, and where its code is, which is loaded when it is called only. */
export interface CommandDescription {
  /** As it is typed: `share create`. */
  readonly words: string
  readonly summary: string
  readonly arguments?: readonly ArgumentDescription[]
  readonly options?: readonly OptionDescription[]
  /** Whole lines as one would type them. */
  readonly examples: readonly string[]
  /** `service`: asks a service, so that it has a profile and an address. */
  readonly reaches: 'service' | 'nothing'
  readonly load: () => Promise<CommandModule>
}

/** Every command, and what stands before the second word of those that have two. */
export interface CommandTable {
  readonly commands: readonly CommandDescription[]
  readonly groups: Readonly<Record<string, string>>
}

/** The options that every command has. */
export interface SharedOptions {
  readonly json?: true
  readonly url?: string
  readonly profile?: string
}

type Given = readonly (string | undefined)[]

/** One call of a command: what was typed, and where it may read and write. */
export interface Call<Options extends object = object, Arguments extends Given = Given> {
  /** In order; a `<file...>` is the last. */
  readonly args: Arguments
  readonly options: Options & SharedOptions
  readonly terminal: Terminal
  readonly stdin: Input
  /** For questions; everything else goes to the terminal. */
  readonly stderr: Output
  readonly env: NodeJS.ProcessEnv
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  readonly table: CommandTable
}

/** The code of a command. It throws a `CommandError`, or an error of the client, for what does not work. */
export interface CommandModule {
  run(call: Call): Promise<void>
}
