/** What a shell may offer, of the table of commands: no list of commands or options is written a second time. */

import type { CommandTable, Completes } from '../command.ts'
import { listOptions } from '../command-options.ts'

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
  /** What its arguments are, when they are files or given words. */
  readonly argument: 'files' | readonly string[] | undefined
}

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** Every command as shells see it. */
export function listCommandOffers({ commands }: CommandTable): CommandOffer[] {
  return commands.map(description => ({
    words: description.words,
    summary: description.summary,
    options: [
      ...listOptions(description).map(({ flags, meaning, choices = [], completes }) => {
        const [, short, long = '', name] = /^(?:-(\w), )?--([\w-]+)(?: <(.+)>)?$/.exec(flags) ?? []
        const value = name === undefined ? undefined : { name, choices, ...(completes && { completes }) }
        return { long, short, meaning, value }
      }),
      { long: 'help', short: 'h', meaning: 'tell how it is typed', value: undefined },
    ],
    argument:
      description.words === 'completion'
        ? shells
        : description.arguments?.some(({ completes }) => completes !== undefined)
          ? 'files'
          : undefined,
  }))
}

/** The words that stand first, and what they do; those of a group stand behind it. */
export function listFirstWords(table: CommandTable): { word: string; summary: string; seconds: CommandOffer[] }[] {
  const offers = listCommandOffers(table)
  const single = offers.filter(({ words }) => !words.includes(' '))
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
