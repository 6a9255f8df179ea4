/** What each group of endpoints is for, by its tag. */
export const capabilities = {
  accounts: 'Users and accounts: profiles, settings, branding, and who takes part in an account with which rights.',
  annotations:
    'Annotations of clips: the metadata of a whole clip, subclips and review comments. They are read, searched, changed with JSON Patch and deleted, also in bulk.',
  archives: 'A production exported as one tar archive, and such an archive imported as a new production.',
  authentication:
    'Sign-in with a password, a second factor or an OpenID Connect provider; sessions, API tokens and the audit log.',
  collections: 'Collections (editorial objects): notebooks, drafts, episodes, scenes and stories with ordered entries.',
  customFields: 'Which custom fields the annotations and the collections of a production have, and their validation.',
  delivery: 'Delivery requests to suppliers and their submissions, from the first draft to acceptance.',
  events: 'The event log of accounts and productions: read in order, streamed, searched as activities, and posted to.',
  files: 'Small files next to the clips of a production, or of an account for all of its productions.',
  ingest: 'What ingest derives from clips: ingest can be started again, and single frames can be read as pictures.',
  media: 'Clips (media objects), their files (instances) with their tracks, and download links to their bytes.',
  notifications: 'Mail notifications, which recipients can stop with the link in each mail.',
  productions: 'Productions with their team, invitations, roles, settings and categories.',
  review: 'Comments exported as marker files of editing systems, and marker files imported as comments.',
  savedSearches: 'Searches stored in a production, for their creator or for the whole team.',
  sharing: 'Collections opened to visitors with a share token: passwords, sessions, visitors and their activity.',
  subtitles:
    'Subtitles by clip, language and preset: created in workflows, edited as JSON or files, compared, exported.',
  system: 'Health, metrics and request timings of the service, and the documents that describe its interface.',
  thesauri: 'Controlled vocabularies of an account, their entries, suggestions for forms, import and export.',
  transcripts: 'Transcripts of clips by language: recognized by speech engines, uploaded, searched and edited.',
  uploads: 'Clips created or matched, and the chunked upload of their files.',
  webhooks: 'Addresses to which the service posts events, with a signature, and the log of these deliveries.',
  workflows: 'Long-running work: reports with tasks and progress, waiting, cancelling, pausing and running again.',
} as const
