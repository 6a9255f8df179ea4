import type { Call, CommandTable } from '../command.ts'
import type { Shell } from '../completion/offers.ts'
import { CommandError } from '../errors/errors.ts'

const writers: Readonly<Record<Shell, () => Promise<(table: CommandTable) => string>>> = {
  bash: async () => (await import('../completion/bash.ts')).writeBash,
  zsh: async () => (await import('../completion/zsh.ts')).writeZsh,
  fish: async () => (await import('../completion/fish.ts')).writeFish,
}

/** Prints the completion script of a shell. */
export async function run({ args: [shell], terminal, table }: Call<object, readonly [shell: string]>): Promise<void> {
  if (!Object.hasOwn(writers, shell)) {
    throw new CommandError(
      'usage',
      `There is no completion for ${shell}`,
      `There is for ${Object.keys(writers).join(', ')}.`,
    )
  }
  const write = await writers[shell as Shell]()
  const script = write(table)
  terminal.show({ shell, script }, () => [script.trimEnd()])
}
