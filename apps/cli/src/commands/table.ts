/** Every command. */

import type { CommandTable } from '../command.ts'
import { library } from './library.ts'
import { operation } from './operation.ts'
import { signingIn } from './signing-in.ts'
import { subtitles } from './subtitles.ts'
import { teamwork } from './teamwork.ts'

export const table: CommandTable = {
  commands: [...operation, ...signingIn, ...library, ...subtitles, ...teamwork],
  groups: {
    backup: 'Backups of the whole service',
    production: 'Productions: the workspaces of teams',
    subtitle: 'Subtitles of clips, and subtitle files on this machine',
    share: 'Shares: collections opened to visitors from outside',
    comments: 'Comments as marker files of editing systems',
    workflow: 'Durable work of the service',
    events: 'What happens in a production',
  },
}
