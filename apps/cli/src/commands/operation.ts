import type { ArgumentDescription, CommandDescription, OptionDescription } from '../command.ts'
import { numeric } from './options.ts'

const dataFolder: OptionDescription = {
  flags: '--data <folder>',
  meaning: 'its data; RUSHES_DATA when left out',
  completes: 'folders',
}
const snapshot: OptionDescription = { flags: '--snapshot <name>', meaning: 'another than the newest' }
const backupFolder: ArgumentDescription = { usage: '<folder>', meaning: 'the folder of backups', completes: 'folders' }

/** What those use who run a service: these commands work on its data, with the settings of the environment. */
export const operation: readonly CommandDescription[] = [
  {
    words: 'start',
    summary: 'Start the service, until it is stopped by Ctrl-C',
    options: [
      { flags: '--host <address>', meaning: 'where it listens; RUSHES_HOST when left out' },
      numeric('--port <number>', 'where it listens; RUSHES_PORT when left out', 0, 65_535),
      dataFolder,
    ],
    examples: ['rushes start', 'rushes start --port 9000 --data /srv/rushes'],
    reaches: 'nothing',
    load: () => import('./start.ts'),
  },
  {
    words: 'doctor',
    summary: 'Check configuration, tools, disk, database and search, and say what to do',
    options: [dataFolder],
    examples: ['rushes doctor', 'rushes doctor --json'],
    reaches: 'nothing',
    load: () => import('./doctor.ts'),
  },
  {
    words: 'reindex',
    summary: 'Rebuild the search index from the database, with or without a running service',
    options: [dataFolder],
    examples: ['rushes reindex'],
    reaches: 'nothing',
    load: () => import('./reindex.ts'),
  },
  {
    words: 'backup',
    summary: 'Back up the whole service into a folder, while it runs',
    arguments: [backupFolder],
    options: [
      numeric('--keep <number>', 'snapshots that stay, this one among them; all when left out', 1, 100_000),
      dataFolder,
    ],
    examples: ['rushes backup /backups/rushes', 'rushes backup /backups/rushes --keep 14'],
    reaches: 'nothing',
    load: () => import('./backup.ts'),
  },
  {
    words: 'backup list',
    summary: 'List the snapshots of a folder of backups',
    arguments: [backupFolder],
    examples: ['rushes backup list /backups/rushes'],
    reaches: 'nothing',
    load: () => import('./backup-list.ts'),
  },
  {
    words: 'backup verify',
    summary: 'Read the newest snapshot as a whole, and compare every file with its digest',
    arguments: [backupFolder],
    options: [snapshot, { flags: '--all', meaning: 'check every snapshot of the folder' }],
    examples: ['rushes backup verify /backups/rushes', 'rushes backup verify /backups/rushes --all'],
    reaches: 'nothing',
    load: () => import('./backup-verify.ts'),
  },
  {
    words: 'restore',
    summary: 'Restore a backup into an empty data folder, and into an empty database if that is external',
    arguments: [backupFolder],
    options: [snapshot, dataFolder],
    examples: ['rushes restore /backups/rushes --data /srv/rushes'],
    reaches: 'nothing',
    load: () => import('./restore.ts'),
  },
  {
    words: 'completion',
    summary: 'Print the completion script of a shell',
    arguments: [{ usage: '<shell>', meaning: 'bash, zsh or fish' }],
    examples: [
      'rushes completion bash > ~/.local/share/bash-completion/completions/rushes',
      'rushes completion zsh > ~/.zfunc/_rushes   # with fpath+=~/.zfunc',
      'rushes completion fish > ~/.config/fish/completions/rushes.fish',
    ],
    reaches: 'nothing',
    load: () => import('./completion.ts'),
  },
]
