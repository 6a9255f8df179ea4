import type { CommandTable, Completes } from '../command.ts'
import {
  type CommandOffer,
  firstOptions,
  listCommandOffers,
  listFirstWords,
  type OptionOffer,
  quote,
} from './offers.ts'

/** The completion script of bash. */
export function writeBash(table: CommandTable): string {
  const firsts = listFirstWords(table)
  const offers = listCommandOffers(table)
  // What is a command as well offers its second words with its own.
  const groups = firsts.filter(({ word, seconds }) => seconds.length > 0 && !offers.some(({ words }) => words === word))
  const secondOf = ({ words }: CommandOffer) => words.split(' ')[1] ?? ''
  return `# Completion of rushes for bash
_rushes() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command='' index word
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    case $word in
      --url | --profile) ((index++)) ;;
      -*) ;;
      *)
        if [[ -z $command ]]; then command=$word
        elif [[ '|${offers.map(({ words }) => words).join('|')}|' == *"|$command $word|"* ]]; then command+=" $word"
        else break
        fi
        ;;
    esac
  done
  COMPREPLY=()
  case "$command $previous" in
${[{ words: '', options: firstOptions }, ...offers].flatMap(writeValues).join('\n')}
  esac
  case $command in
    '') if [[ $current == -* ]]; then ${writeFlags(firstOptions)}; else _rushes_words ${quote(firsts.map(({ word }) => word).join(' '))}; fi ;;
${groups.map(({ word, seconds }) => `    ${quote(word)}) _rushes_words ${quote(seconds.map(secondOf).join(' '))} ;;`).join('\n')}
${offers.map(writeCommand).join('\n')}
  esac
}
_rushes_words() {
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
}
_rushes_files() {
  compopt -o filenames 2> /dev/null
  mapfile -t COMPREPLY < <(compgen "$1" -- "$current")
}
complete -F _rushes rushes
`
}

/** What is offered behind an option that takes a value. */
function writeValues({ words, options }: Pick<CommandOffer, 'words' | 'options'>): string[] {
  return options.flatMap(({ long, short, value }) => {
    if (!value) return []
    const spellings = [`--${long}`, ...(short === undefined ? [] : [`-${short}`])]
    const pattern = spellings.map(spelling => quote(`${words} ${spelling}`)).join(' | ')
    const { choices, completes } = value
    const offer =
      choices.length > 0 ? `_rushes_words ${quote(choices.join(' '))}; ` : completes ? `${writePaths(completes)}; ` : ''
    return `    ${pattern}) ${offer}return ;;`
  })
}

function writeCommand({ words, options, argument, seconds }: CommandOffer): string {
  const flags = writeFlags(options)
  if (argument === undefined || argument === 'unknown') return `    ${quote(words)}) ${flags} ;;`
  const own =
    argument === 'files' || argument === 'folders' ? writePaths(argument) : `_rushes_words ${quote(argument.join(' '))}`
  const more = `; COMPREPLY+=($(compgen -W ${quote(seconds.join(' '))} -- "$current"))`
  const other = seconds.length > 0 ? own + more : own
  return `    ${quote(words)}) if [[ $current == -* ]]; then ${flags}; else ${other}; fi ;;`
}

function writeFlags(options: readonly OptionOffer[]): string {
  return `_rushes_words ${quote(options.map(({ long }) => `--${long}`).join(' '))}`
}

function writePaths(completes: Completes): string {
  return `_rushes_files ${completes === 'folders' ? '-d' : '-f'}`
}
