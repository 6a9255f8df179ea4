/** What a shell may offer, of the table of commands: no list of commands or options is written a second time. */

import type { CommandDescription, CommandTable, Completes, OptionDescription } from '../command.ts'
import { listOptions, serviceOptions, sharedOptions } from '../command-options.ts'

/** An option as shells see it. */
export interface OptionOffer {
  /** Without its dashes. */
  readonly long: string
  /** One letter, without its dash. */
  readonly short: string | undefined
  readonly meaning: string
  /** What stands behind it; nothing for a flag. */
  readonly value:
    | { readonly name: string; readonly choices: readonly string[]; readonly completes?: Completes }
    | undefined
}

export interface CommandOffer {
  readonly words: string
  readonly summary: string
  readonly options: readonly OptionOffer[]
  /** What its arguments are: paths, given words, or what only a service knows; nothing where it takes none. */
  readonly argument: Completes | 'unknown' | readonly string[] | undefined
  /** The words of other commands that may stand behind it: `backup` is one, and so is `backup verify`. */
  readonly seconds: readonly string[]
}

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** Every command as shells see it. */
export function listCommandOffers({ commands }: CommandTable): CommandOffer[] {
  return commands.map(description => ({
    words: description.words,
    summary: description.summary,
    options: [...listOptions(description).map(toOptionOffer), help],
    argument: description.words === 'completion' ? shells : findArgument(description),
    seconds: commands.flatMap(({ words }) => {
      const [first, second] = words.split(' ')
      return first === description.words && second !== undefined ? [second] : []
    }),
  }))
}

const help: OptionOffer = { long: 'help', short: 'h', meaning: 'tell how it is typed', value: undefined }

/** The options that may stand before any command. */
export const firstOptions: readonly OptionOffer[] = [
  ...[...sharedOptions, ...serviceOptions].map(toOptionOffer),
  help,
  { long: 'version', short: 'V', meaning: 'tell which version this is', value: undefined },
]

function toOptionOffer({ flags, meaning, choices = [], completes }: OptionDescription): OptionOffer {
  const [, short, long = '', name] = /^(?:-(\w), )?--([\w-]+)(?: <(.+)>)?$/.exec(flags) ?? []
  return {
    long,
    short,
    meaning,
    value: name === undefined ? undefined : { name, choices, ...(completes && { completes }) },
  }
}

/** Of a command with several arguments one may be a file: then files are offered for all of them. */
function findArgument({ arguments: taken = [] }: CommandDescription): Completes | 'unknown' | undefined {
  const kinds = taken.map(({ completes }) => completes)
  if (kinds.includes('files')) return 'files'
  if (kinds.includes('folders')) return 'folders'
  return kinds.length > 0 ? 'unknown' : undefined
}

/** The words that stand first, and what they do; those of a group stand behind it. */
export function listFirstWords(table: CommandTable): { word: string; summary: string; seconds: CommandOffer[] }[] {
  const offers = listCommandOffers(table)
  const single = offers.filter(({ words }) => !words.includes(' ') && !(words in table.groups))
  return [
    ...single.map(({ words, summary }) => ({ word: words, summary, seconds: [] })),
    ...Object.entries(table.groups).map(([word, summary]) => ({
      word,
      summary,
      seconds: offers.filter(({ words }) => words.startsWith(`${word} `)),
    })),
  ]
}

/** A text between single quotes, as all three shells read it. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", '’').replaceAll('\\', '')}'`
}
