import type { CommandDescription } from '../command.ts'
import { clip, idOption, inProduction, toFile } from './options.ts'

/** What people do together: shares, comments, workflows, events. */
export const teamwork: readonly CommandDescription[] = [
  {
    words: 'share create',
    summary: 'Share a collection with visitors from outside',
    arguments: [{ usage: '<collection>', meaning: 'id of the collection' }],
    options: [
      inProduction,
      { flags: '--label <text>', meaning: 'the title that visitors see' },
      { flags: '--description <text>', meaning: 'what is expected of them' },
      {
        flags: '--permission <name>',
        meaning: 'what visitors may do beside viewing, like ANNOTATE or DOWNLOAD; may be given several times',
        repeats: true,
      },
      { flags: '--expires <when>', meaning: 'the end: 12h, 7d, or a date like 2030-01-31' },
      { flags: '--password', meaning: 'ask for a password that visitors need (read from the standard input)' },
      { flags: '--identify', meaning: 'visitors have to say who they are' },
    ],
    examples: ['rushes share create -p 3 12 --permission ANNOTATE --expires 7d'],
    reaches: 'service',
    load: () => import('./share-create.ts'),
  },
  {
    words: 'share list',
    summary: 'The shares of a production',
    options: [inProduction],
    examples: ['rushes share list -p 3'],
    reaches: 'service',
    load: () => import('./share-list.ts'),
  },
  {
    words: 'share revoke',
    summary: 'End shares, at once and for everybody who has them open',
    arguments: [{ usage: '<share...>', meaning: 'ids of shares' }],
    options: [inProduction],
    examples: ['rushes share revoke -p 3 7'],
    reaches: 'service',
    load: () => import('./share-revoke.ts'),
  },
  {
    words: 'comments export',
    summary: 'Write the comments of a clip, or of a collection, as a marker file',
    arguments: [{ usage: '[clip]', meaning: 'id of the clip' }],
    options: [
      inProduction,
      idOption('-c, --collection <id>', 'those of a collection, its entries one after another'),
      { flags: '--format <format>', meaning: 'csv when left out', choices: ['csv', 'edl', 'fcpxml', 'avid'] },
      toFile,
    ],
    examples: ['rushes comments export -p 3 41 --format edl -o comments.edl', 'rushes comments export -p 3 -c 12'],
    reaches: 'service',
    load: () => import('./comments-export.ts'),
  },
  {
    words: 'comments import',
    summary: 'Create comments from the markers of a CSV or an EDL',
    arguments: [clip, { usage: '<file>', meaning: 'the marker file', completes: 'files' }],
    options: [inProduction],
    examples: ['rushes comments import -p 3 41 comments.csv'],
    reaches: 'service',
    load: () => import('./comments-import.ts'),
  },
  {
    words: 'workflow watch',
    summary: 'Follow a workflow until it ends',
    arguments: [{ usage: '<workflow>', meaning: 'its workflowId' }],
    options: [inProduction],
    examples: ['rushes workflow watch -p 3 0199c5a4-…'],
    reaches: 'service',
    load: () => import('./workflow-watch.ts'),
  },
  {
    words: 'events tail',
    summary: 'Follow what happens in a production, until Ctrl-C',
    options: [
      inProduction,
      { flags: '--after <id>', meaning: 'begin behind this event; from now on when left out' },
      { flags: '--type <type>', meaning: 'only events of this type; may be given several times', repeats: true },
    ],
    examples: ['rushes events tail -p 3', 'rushes events tail -p 3 --type Media.create --json'],
    reaches: 'service',
    load: () => import('./events-tail.ts'),
  },
]
