import type { CommandTable } from '../command.ts'
import { type CommandOffer, listCommandOffers, listFirstWords, quote } from './offers.ts'

/** The completion script of bash. */
export function writeBash(table: CommandTable): string {
  const firsts = listFirstWords(table)
  const groups = firsts.filter(({ seconds }) => seconds.length > 0)
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
        elif [[ ' ${groups.map(({ word }) => word).join(' ')} ' == *" $command "* ]]; then command+=" $word"
        else break
        fi
        ;;
    esac
  done
  COMPREPLY=()
  case "$command $previous" in
${listCommandOffers(table).flatMap(writeValues).join('\n')}
  esac
  case $command in
    '') _rushes_words ${quote(firsts.map(({ word }) => word).join(' '))} ;;
${groups.map(({ word, seconds }) => `    ${quote(word)}) _rushes_words ${quote(seconds.map(secondOf).join(' '))} ;;`).join('\n')}
${listCommandOffers(table).map(writeCommand).join('\n')}
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
function writeValues({ words, options }: CommandOffer): string[] {
  return options.flatMap(({ long, short, value }) => {
    if (!value) return []
    const spellings = [`--${long}`, ...(short === undefined ? [] : [`-${short}`])]
    const pattern = spellings.map(spelling => quote(`${words} ${spelling}`)).join(' | ')
    const { choices, completes } = value
    const offer =
      choices.length > 0
        ? `_rushes_words ${quote(choices.join(' '))}; `
        : completes
          ? `_rushes_files ${completes === 'folders' ? '-d' : '-f'}; `
          : ''
    return `    ${pattern}) ${offer}return ;;`
  })
}

function writeCommand({ words, options, argument }: CommandOffer): string {
  const flags = `_rushes_words ${quote(options.map(({ long }) => `--${long}`).join(' '))}`
  if (argument === undefined) return `    ${quote(words)}) ${flags} ;;`
  const other = argument === 'files' ? '_rushes_files -f' : `_rushes_words ${quote(argument.join(' '))}`
  return `    ${quote(words)}) if [[ $current == -* ]]; then ${flags}; else ${other}; fi ;;`
}
