import { resolve } from 'node:path'
import type { Call } from '../command.ts'
import { checkBackup } from '../doctor/check-backup.ts'
import { checkConfiguration } from '../doctor/check-configuration.ts'
import { checkFiles } from '../doctor/check-files.ts'
import { checkKey } from '../doctor/check-key.ts'
import { checkCredentials, checkDisk, checkMediaLibrary, checkRuntime } from '../doctor/check-machine.ts'
import { checkNodes } from '../doctor/check-nodes.ts'
import { checkAddress, checkMail, checkSignOn } from '../doctor/check-outside.ts'
import { checkService } from '../doctor/check-service.ts'
import type { Finding } from '../doctor/finding.ts'
import { CommandError } from '../errors/errors.ts'
import { toText } from '../terminal/terminal.ts'

const signs = { good: ['✓', 'green'], warning: ['!', 'yellow'], failed: ['✗', 'red'], skipped: ['–', 'dim'] } as const

/** Checks what a service needs, with the settings of the environment; changes nothing. Ends with 1 where it will fail. */
export async function run({ options, env, terminal }: Call<{ data?: string }>): Promise<void> {
  const settings = options.data === undefined ? env : { ...env, RUSHES_DATA: resolve(options.data) }
  const { config, findings } = checkConfiguration(settings)
  findings.push(checkRuntime(), await checkMediaLibrary(), await checkCredentials(env))
  if (config) {
    const service = await checkService(config)
    findings.push(
      await checkDisk(config.dataDir),
      ...service.findings,
      await checkNodes(config),
      await checkKey(config),
    )
    findings.push(await checkAddress(config, Boolean(settings.RUSHES_PUBLIC_URL), service.address))
    findings.push(await checkMail(config), await checkSignOn(config), await checkBackup(config.dataDir))
    findings.push(await checkFiles(config))
  }
  const toLines = ({ part, status, message, advice }: Finding) => {
    const [sign, style] = signs[status]
    const line = `${terminal.paint(style, sign)} ${part.padEnd(13)} ${toText(message)}`
    return advice === undefined ? [line] : [line, `  ${' '.repeat(13)} → ${toText(advice)}`]
  }
  terminal.show(findings, () => findings.flatMap(toLines))
  const failed = findings.filter(({ status }) => status === 'failed').length
  if (failed > 0) throw new CommandError('failed', `${failed} of ${findings.length} checks failed`)
}
