import type { CommandTable } from '../command.ts'
import { type CommandOffer, listCommandOffers, listFirstWords, type OptionOffer, quote } from './offers.ts'

/** The completion script of fish. */
export function writeFish(table: CommandTable): string {
  const firsts = listFirstWords(table)
  const lines = ['# Completion of rushes for fish', 'complete -c rushes -f']
  for (const { word, summary, seconds } of firsts) {
    lines.push(`complete -c rushes -n __fish_use_subcommand -a ${word} -d ${quote(summary)}`)
    const names = seconds.map(({ words }) => words.split(' ')[1])
    for (const { words, summary: what } of seconds) {
      const condition = `__fish_seen_subcommand_from ${word}; and not __fish_seen_subcommand_from ${names.join(' ')}`
      lines.push(`complete -c rushes -n ${quote(condition)} -a ${words.split(' ')[1]} -d ${quote(what)}`)
    }
  }
  return `${[...lines, ...listCommandOffers(table).flatMap(writeCommand)].join('\n')}\n`
}

function writeCommand({ words, options, argument }: CommandOffer): string[] {
  const condition = quote(
    words
      .split(' ')
      .map(word => `__fish_seen_subcommand_from ${word}`)
      .join('; and '),
  )
  const lines = options.map(option => `complete -c rushes -n ${condition} ${writeOption(option)}`)
  if (argument === 'files') lines.push(`complete -c rushes -n ${condition} -F`)
  else if (argument) lines.push(`complete -c rushes -n ${condition} -a ${quote(argument.join(' '))}`)
  return lines
}

function writeOption({ long, short, meaning, value }: OptionOffer): string {
  const offered = !value
    ? ''
    : value.choices.length > 0
      ? ` -x -a ${quote(value.choices.join(' '))}`
      : value.completes === 'folders'
        ? " -x -a '(__fish_complete_directories)'"
        : value.completes
          ? ' -r -F'
          : ' -x'
  return `${short === undefined ? '' : `-s ${short} `}-l ${long}${offered} -d ${quote(meaning)}`
}
