import type { CommandDescription, OptionDescription } from '../command.ts'
import { clip, idOption, inProduction, numeric } from './options.ts'

const uploadOptions: readonly OptionDescription[] = [
  inProduction,
  idOption('-c, --collection <id>', 'attach the clips to this collection'),
  numeric('-j, --jobs <number>', 'files at once; 3 when left out', 1, 16),
  { flags: '--wait', meaning: 'until the clips have been ingested' },
  { flags: '--restart', meaning: 'start over instead of resuming' },
  { flags: '--no-digests', meaning: 'send chunks without their digests' },
]

/** Clips: in, out, and found. */
export const library: readonly CommandDescription[] = [
  {
    words: 'upload',
    summary: 'Upload files and folders; the same command goes on with what was broken off',
    arguments: [{ usage: '<file...>', meaning: 'files, and folders with all that is in them', completes: 'files' }],
    options: uploadOptions,
    examples: [
      'rushes upload -p 3 interview.mov',
      'rushes upload -p "Northern lights" --collection 12 day1 day2 --wait',
    ],
    reaches: 'service',
    load: () => import('./upload.ts'),
  },
  {
    words: 'sync',
    summary: 'Upload the files of folders that the production does not have, by name and size',
    arguments: [{ usage: '<folder...>', meaning: 'folders, and files', completes: 'folders' }],
    options: [...uploadOptions, { flags: '--dry-run', meaning: 'list what would be uploaded, and upload nothing' }],
    examples: ['rushes sync -p 3 day1', 'rushes sync -p 3 day1 day2 --dry-run'],
    reaches: 'service',
    load: () => import('./sync.ts'),
  },
  {
    words: 'download',
    summary: 'Download the files of clips; the same command goes on with what was broken off',
    arguments: [{ usage: '[clip...]', meaning: 'ids of clips' }],
    options: [
      inProduction,
      idOption('-c, --collection <id>', 'all clips of this collection'),
      {
        flags: '--kind <kind>',
        meaning: 'which file of each clip; original when left out',
        choices: ['original', 'proxy'],
      },
      { flags: '--to <folder>', meaning: 'where to; this folder when left out', completes: 'folders' },
      { flags: '-f, --force', meaning: 'replace files that are there' },
    ],
    examples: ['rushes download -p 3 41 42 --to rushes', 'rushes download -p 3 --collection 12 --kind proxy'],
    reaches: 'service',
    load: () => import('./download.ts'),
  },
  {
    words: 'clip show',
    summary: 'Show a clip and its files',
    arguments: [clip],
    options: [inProduction],
    examples: ['rushes clip show -p 3 41'],
    reaches: 'service',
    load: () => import('./clip-show.ts'),
  },
  {
    words: 'clip rename',
    summary: 'Give a clip another name',
    arguments: [clip, { usage: '<name>', meaning: 'what it is to be called' }],
    options: [inProduction],
    examples: ['rushes clip rename -p 3 41 "Interview, second day"'],
    reaches: 'service',
    load: () => import('./clip-rename.ts'),
  },
  {
    words: 'clip delete',
    summary: 'Delete clips for good, with their files and comments',
    arguments: [{ usage: '<clip...>', meaning: 'ids of clips' }],
    options: [inProduction, { flags: '-y, --yes', meaning: 'do it' }],
    examples: ['rushes clip delete -p 3 41 42 --yes'],
    reaches: 'service',
    load: () => import('./clip-delete.ts'),
  },
  {
    words: 'ls',
    summary: 'List clips, or collections',
    options: [
      inProduction,
      idOption('-c, --collection <id>', 'the entries of this collection, in its order'),
      { flags: '--collections', meaning: 'the collections instead of the clips' },
    ],
    examples: ['rushes ls -p 3', 'rushes ls -p 3 --collections', 'rushes ls -p 3 --collection 12'],
    reaches: 'service',
    load: () => import('./ls.ts'),
  },
  {
    words: 'search',
    summary: 'Search a production',
    arguments: [{ usage: '<query>', meaning: 'words, or a query like mediaObjectName:interview*' }],
    options: [
      inProduction,
      {
        flags: '--in <what>',
        meaning: 'what is searched; clips when left out',
        choices: ['clips', 'annotations', 'collections'],
      },
      { flags: '--filter <field:value>', meaning: 'only what has this; may be given several times', repeats: true },
      { flags: '--sort <order>', meaning: 'like "created desc"' },
      numeric('--rows <number>', 'how many at most; 20 when left out', 1, 1000),
      { flags: '--all', meaning: 'everything that is found, a line each' },
    ],
    examples: [
      'rushes search -p 3 interview',
      'rushes search -p 3 --in annotations "funnel:ReviewComment" --all --json',
    ],
    reaches: 'service',
    load: () => import('./search.ts'),
  },
]
