/** What shells offer for a line that has been typed so far, by the completion scripts of the command line. */

import { spawnSync } from 'node:child_process'
import type { Shell } from '../src/completion/offers.ts'

/** Whether a shell is on this machine. */
export function isInstalled(shell: Shell): boolean {
  return spawnSync(shell, ['--version']).error === undefined
}

/** What a shell offers for each of the lines, in the order of the alphabet; `folder` is where one stands. */
export function listCompletions(shell: Shell, script: string, lines: readonly string[], folder: string): string[][] {
  const [program, args] = programs[shell](script, lines)
  const { stdout, stderr, status } = spawnSync(program, args, {
    cwd: folder,
    env: { ...process.env, HOME: folder, TERM: 'dumb' },
    encoding: 'utf8',
    timeout: 60_000,
  })
  const answers = stdout.split('LINE\n').slice(1)
  if (status !== 0 || answers.length !== lines.length) throw new Error(`${shell}: ${stderr}${stdout}`)
  return answers.map(answer => [...new Set(answer.split('\n'))].filter(word => word !== '').sort())
}

type Program = (script: string, lines: readonly string[]) => [program: string, args: readonly string[]]

const programs: Readonly<Record<Shell, Program>> = {
  bash: (script, lines) => ['bash', ['-c', inBash, 'bash', script, ...lines]],
  fish: (script, lines) => ['fish', ['--no-config', '-c', inFish, script, ...lines]],
  zsh: (script, lines) => ['zsh', ['-c', inZsh, 'zsh', script, ...lines]],
}

const inBash = `
source "$1"
shift
for line; do
  echo LINE
  read -ra COMP_WORDS <<< "$line"
  [[ $line == *' ' ]] && COMP_WORDS+=('')
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
  _rushes
  printf '%s\\n' "\${COMPREPLY[@]}"
done`

const inFish = `
source $argv[1]
for line in $argv[2..-1]
    echo LINE
    complete -C $line | string split -f 1 \\t
end
true`

/** Completion is at home at the prompt alone: one is opened, and a key tells every match that is found. */
const inZsh = `
zmodload zsh/zpty
zpty prompt zsh -i
zpty -w prompt 'stty cols 300 rows 300; PS1=; autoload -Uz compinit && compinit -u -D; source '$1
zpty -w prompt 'compadd() {
  builtin compadd "$@"
  [[ "\${@[1,(i)--]}" == *-[OAD]" "* ]] && return
  local -a found
  builtin compadd -A found "$@"
  print -rl -- MATCH:$^found
}'
zpty -w prompt 'complete-and-tell() { zle complete-word; BUFFER=; print; print END }; zle -N complete-and-tell'
zpty -w prompt 'bindkey "^T" complete-and-tell; print READY'
while zpty -r prompt out; do [[ $out == READY* ]] && break; done
for line in "\${@[2,-1]}"; do
  print LINE
  zpty -w -n prompt "$line"$'\\x14'
  while zpty -r prompt out; do
    out=\${out//$'\\r'/}
    [[ $out == END* ]] && break
    [[ $out == *MATCH:* ]] && print -rn -- "\${out#*MATCH:}"
  done
done
zpty -d prompt`
