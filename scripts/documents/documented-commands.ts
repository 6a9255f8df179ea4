/** Finds commands in the shell blocks of documents that no test runs. */

const shells = new Set(['sh', 'bash', 'shell', 'zsh', 'console'])
const otherLanguages = new Set(['caddy', 'http', 'ini', 'js', 'json', 'ts'])
/** A block without a language shows output or a drawing. */
const commandWords = /^(?:\$ |(?:curl|docker|git|node|npm|npx|python3?|rushes|sudo|systemctl|tar) )/

/** Pages of which a test runs every command, and that test. */
export const testedPages: Readonly<Record<string, string>> = {
  'README.md': 'scripts/documents/readme.test.ts',
  'SECURITY.md': 'scripts/packages/sbom.test.ts',
  'docs/backup.md': 'apps/cli/test/backup.test.ts',
  'docs/command-line.md': 'apps/cli/test/documented.test.ts',
  'docs/guides/convert.md': 'apps/cli/test/documented.test.ts',
  'docs/monitoring.md': 'apps/server/src/modules/system/figures.test.ts',
  'docs/people.md': 'apps/server/src/platform/config/config.test.ts',
  'docs/production-archives.md': 'apps/cli/test/archives.test.ts',
  'docs/tour.md': 'apps/demo/src/demo.test.ts',
}

/** Commands that no test runs, and why. */
export const untestedCommands: Readonly<Record<string, string>> = {
  'RUSHES_RETENTION=events=90,audit=365 rushes retention preview':
    'operation.test.ts gives it a database with old records and other settings',
  'npm install ./rushes-contract-0.1.0.tgz ./rushes-client-0.1.0.tgz':
    'needs a registry for what they depend on; scripts/packages/packages.test.ts unpacks the same archives',
  "export RUSHES_STORAGE_URL='s3://media/rushes?endpoint=https://s3.example.org&region=eu-1&pathStyle=true'":
    'names an object store of the reader; apps/cli/test/engines/storage.test.ts sets one of its own',
  'export RUSHES_SEARCH_URL=solr+http://solr-1:8983,solr-2:8983/solr/rushes':
    'names a Solr of the reader; apps/cli/test/engines/search-engine.test.ts sets that of its own',
  'rushes search setup --shards 2 --replicas 2':
    'needs the Solr of the reader; apps/cli/test/engines/search-engine.test.ts runs it on its own',
  'rushes search compare --searches 5000':
    'needs the Solr of the reader; apps/cli/test/engines/search-engine.test.ts runs it on its own',
  'rushes search status':
    'needs the Solr of the reader; apps/cli/test/engines/search-engine.test.ts runs it on its own',
  ...Object.fromEntries(
    [
      'up --build --detach',
      '--profile solr up --detach solr-1 solr-2 solr-3',
      'run --build --rm --no-deps migrate npm run rushes -- search setup --shards 2 --replicas 2',
      '--profile solr up --build --detach',
    ].map(command => [
      `docker compose --file deploy/compose.yaml ${command}`,
      'needs Docker; scripts/documents/deploy.test.ts checks the file',
    ]),
  ),
  "docker compose --file deploy/compose.yaml exec -u postgres standby psql -U rushes -c 'SELECT pg_promote()' -c 'ALTER SYSTEM RESET synchronous_standby_names' -c 'SELECT pg_reload_conf()'":
    'needs Docker; apps/server/test/running/cluster/processes.test.ts promotes a standby',
  ...Object.fromEntries(
    [
      "-c 'ALTER SYSTEM RESET synchronous_standby_names' -c 'SELECT pg_reload_conf()'",
      `-c "ALTER SYSTEM SET synchronous_standby_names = '*'" -c 'SELECT pg_reload_conf()'`,
    ].map(statements => [
      `docker compose --file deploy/compose.yaml exec -u postgres database psql -U rushes ${statements}`,
      'needs Docker; apps/server/test/running/cluster/processes.test.ts loses a standby and executes the same statements',
    ]),
  ),
  ...Object.fromEntries(
    [
      'useradd --system --home-dir /var/lib/rushes rushes',
      'npm ci',
      'npm --workspace @rushes/web run build',
      'cp deploy/rushes@.service deploy/rushes-migrate.service /etc/systemd/system/',
      'systemctl daemon-reload',
      'systemctl start rushes-migrate',
      'systemctl enable --now rushes@api',
      'systemctl enable --now rushes@worker',
      'systemctl enable --now rushes@background',
    ].map(command => [command, 'changes the machine; scripts/documents/deploy.test.ts has systemd check the units']),
  ),
  ...Object.fromEntries(
    [
      'npx rushes service install --now',
      'npx rushes service install',
      'rushes service install --print --user media --data /srv/rushes',
      'journalctl --unit rushes --follow',
      'systemctl restart rushes',
      'systemctl stop rushes',
    ].map(command => [
      command,
      'changes the machine; apps/cli/test/operating/service-install.test.ts has systemd check the unit',
    ]),
  ),
  ...Object.fromEntries(
    ['cp deploy/nginx.conf /etc/nginx/conf.d/rushes.conf', 'systemctl reload nginx', 'systemctl restart caddy'].map(
      command => [command, 'changes the machine; apps/server/test/running/requests/proxies.test.ts runs both servers'],
    ),
  ),
  'RUSHES_PUBLIC_URL=https://media.example.org docker compose --file deploy/compose-single.yaml up --build --detach':
    'needs Docker; scripts/documents/deploy.test.ts checks the file',
  ...Object.fromEntries(
    ['backup', 'restore'].map(command => [
      `runuser -u rushes -- npx rushes ${command} /mnt/backups --data /var/lib/rushes`,
      'needs the user of an installation; apps/cli/test/backup.test.ts runs the command',
    ]),
  ),
  'rushes secret rotate':
    'needs a service that is stopped; apps/server/test/running/service-key.test.ts rotates its own',
  'export AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=…':
    'keys of the reader; apps/cli/test/engines/storage.test.ts sets those of its own store',
}

/** Lines of a text between the fences of shells, without comments; a line that ends with `\` goes on in the next one. */
export function listCommands(text: string): string[] {
  return listBlocks(text)
    .filter(({ language }) => shells.has(language))
    .flatMap(({ content }) => content.replaceAll(/\\\n\s*/g, '').split('\n'))
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'))
}

/** What is wrong with the blocks of a page: commands that nobody tests, and blocks that hide commands. */
export function findUntested(page: string, text: string): string[] {
  const untested = listCommands(text).filter(
    command => !Object.hasOwn(testedPages, page) && !Object.hasOwn(untestedCommands, command),
  )
  const hidden = listBlocks(text).flatMap(({ language, content }) => {
    if (shells.has(language) || otherLanguages.has(language)) return []
    if (language !== '') return [`a block of the unknown language ${language}`]
    return content.split('\n').filter(line => commandWords.test(line.trim()))
  })
  return [...untested, ...hidden].map(found => `${page}: ${found}`)
}

function listBlocks(text: string): { language: string; content: string }[] {
  const blocks = text.matchAll(/^ *(```+|~~~+) *(\S*)[^\n]*\n(.*?)^ *\1 *$/gms)
  return Array.from(blocks, ([, , language = '', content = '']) => ({ language, content }))
}
