interface MailStopTable {
  address: string
  created: number
}

declare module '../../../database/tables.ts' {
  interface Tables {
    mail_stop: MailStopTable
  }
}

export type { MailStopTable }
