import type { CommandDescription } from '../command.ts'
import { numeric } from './options.ts'

/** What those use who run a service: these commands work on its data, with the settings of the environment. */
export const operation: readonly CommandDescription[] = [
  {
    words: 'start',
    summary: 'Start the service, until it is stopped by Ctrl-C',
    options: [
      { flags: '--host <address>', meaning: 'where it listens; RUSHES_HOST when left out' },
      numeric('--port <number>', 'where it listens; RUSHES_PORT when left out', 0, 65_535),
      { flags: '--data <folder>', meaning: 'its data; RUSHES_DATA when left out', completes: 'folders' },
    ],
    examples: ['rushes start', 'rushes start --port 9000 --data /srv/rushes'],
    reaches: 'nothing',
    load: () => import('./start.ts'),
  },
  {
    words: 'doctor',
    summary: 'Check configuration, tools, disk, database and search, and say what to do',
    options: [{ flags: '--data <folder>', meaning: 'its data; RUSHES_DATA when left out', completes: 'folders' }],
    examples: ['rushes doctor', 'rushes doctor --json'],
    reaches: 'nothing',
    load: () => import('./doctor.ts'),
  },
  {
    words: 'reindex',
    summary: 'Make the search index anew from the database, beside a service that runs, or alone',
    options: [{ flags: '--data <folder>', meaning: 'its data; RUSHES_DATA when left out', completes: 'folders' }],
    examples: ['rushes reindex'],
    reaches: 'nothing',
    load: () => import('./reindex.ts'),
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
