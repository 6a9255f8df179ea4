/** The reference: the same web framework, without anything, answering a constant of a given size. */

import { fastify } from 'fastify'

const app = fastify()
const answers = new Map<string, string>()

/** Sets the constant that `path` answers with. */
app.put('/constant', async (request, reply) => {
  const { path, body } = request.body as { path: string; body: string }
  answers.set(path, body)
  return reply.code(204).send()
})
app.route({
  method: ['GET', 'POST', 'PATCH'],
  url: '/*',
  handler: async (request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(answers.get(request.url) ?? '{}'),
})

await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) })
process.send?.('ready')
