import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@rushes/client'
import { createMediaEngine } from '@rushes/media-engine'
import { need } from './check.ts'
import { reviewSteps } from './review.ts'
import { type Stage, type Step, withToken } from './stage.ts'
import { uploadSteps } from './upload.ts'
import { wordSteps } from './words.ts'

/** Where the service is, and who the producer is. */
export interface DemoOptions {
  url: string
  username: string
  password: string
  print: (line: string) => void
}

/** Runs the whole main loop against a running service; throws at the first deviation. */
export async function runDemo({ url, username, password, print }: DemoOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rushes-demo-'))
  const engine = createMediaEngine()
  const steps = [...openingSteps(username, password), ...uploadSteps, ...reviewSteps, ...wordSteps]
  try {
    let stage = { url, folder, engine } as Stage
    for (const [index, step] of steps.entries()) {
      print(`${index + 1}. ${step.title}`)
      stage = { ...stage, ...(await step.run(stage, line => print(`   ${line}`))) }
    }
    print(`All ${steps.length} steps did what they should.`)
  } finally {
    await engine.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function openingSteps(username: string, password: string): Step[] {
  return [
    {
      title: 'Log in',
      async run({ url }, tell) {
        const { token } = await createClient({ baseUrl: url }).authentication.login({ body: { username, password } })
        const producer = withToken(url, token)
        const user = await producer.authentication.getCurrentUser()
        tell(`${user.username} (user ${user.id})`)
        return { producer }
      },
    },
    {
      title: 'Create a production',
      async run({ producer }, tell) {
        const user = await producer.authentication.getCurrentUser()
        const { items } = await producer.accounts.listAccountRights({ id: user.id })
        const account = need(
          'an account',
          items.find(item => item.rights.includes('ACCOUNT_CREATE_PRODUCTION')),
        )
        const production = await producer.productions.createProduction({
          body: { accountId: account.id, name: `Demo of ${new Date().toISOString()}` },
        })
        tell(`production ${production.id} "${production.name}" of account "${account.humanName}"`)
        return { productionId: production.id }
      },
    },
  ]
}
