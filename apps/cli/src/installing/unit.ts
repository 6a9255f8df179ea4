/** The unit by which systemd runs a service, and the file of its settings. */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What a unit names: absolute paths, which `isNameable`. */
export interface Unit {
  /** The Node.js program that runs the service. */
  readonly node: string
  /** The folder of the project. */
  readonly project: string
  readonly user: string
  readonly dataDir: string
  readonly settingsFile: string
}

/** systemd runs no program whose path has quotes, backslashes or control characters. */
export const isNameable = (path: string) => !/[\p{Cc}"'\\]/u.test(path)

/** Folders that `ProtectHome` hides from a service. */
const homes = /^\/(?:home|root|run\/user)(?:\/|$)/

/** The text of the unit, for release 236 of systemd and newer. */
export function formatUnit({ node, project, user, dataDir, settingsFile }: Unit): string {
  const isInHome = [node, project, dataDir].some(path => homes.test(path))
  const launcher = join(project, 'scripts', 'run.mjs')
  return `# Written by \`rushes service install\`. Settings are in ${settingsFile}; changes of the unit: systemctl edit rushes
[Unit]
Description=Rushes
Documentation=${escapeSpecifiers(pathToFileURL(join(project, 'docs', 'operation.md')).href)}
After=network-online.target
Wants=network-online.target

[Service]
Type=exec
User=${user}
WorkingDirectory=${escapeSpecifiers(project)}
Environment=${quote(`RUSHES_DATA=${dataDir}`)}
EnvironmentFile=-${escapeSpecifiers(settingsFile)}
ExecStart=${quote(node)} ${quoteArgument(launcher)} scripts/start.ts
Restart=always
RestartSec=5
# Longer than RUSHES_DRAIN_SECONDS and RUSHES_STOP_SECONDS together.
TimeoutStopSec=40
LimitNOFILE=65536
NoNewPrivileges=yes
PrivateTmp=yes
ProtectSystem=full
ReadWritePaths=${quote(dataDir)}
${isInHome ? '# The project or the data is in a home folder, so homes are not hidden.\n' : 'ProtectHome=yes\n'}ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictSUIDSGID=yes

[Install]
WantedBy=multi-user.target
`
}

/** The file of the settings: a comment, and these settings, as systemd reads them. */
export function formatSettings(settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name}="${value.replaceAll(/["\\`$]/g, '\\$&')}"`)
  return `# Settings of Rushes, one a line: docs/operation.md lists all of them. After a change: systemctl restart rushes\n${lines.map(line => `${line}\n`).join('')}`
}

const escapeSpecifiers = (text: string) => text.replaceAll('%', '%%')
const quote = (text: string) => `"${escapeSpecifiers(text)}"`
/** Arguments of a command, unlike its program, take variables. */
const quoteArgument = (text: string) => quote(text).replaceAll('$', '$$$$')
