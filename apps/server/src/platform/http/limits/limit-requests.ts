import { hash } from 'node:crypto'
import { ServiceError } from '@rushes/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RateLimit } from '../../config/wall.ts'
import { readCredentials } from '../credentials.ts'
import { readCallerAddress, toNetwork } from './caller-address.ts'
import { type Allowance, createRateLimiter } from './rate-limiter.ts'

/**
 * Refuses a caller who asks for too much with 429 and `Retry-After`, before anything is looked up: by the token, and,
 * since tokens can be made up, by the network address. Each answer tells in `RateLimit-…` which of the two is nearer.
 * Counted in this process alone. Whether the service is well may always be asked.
 */
export function limitRequests(app: FastifyInstance, { perToken, perAddress }: RateLimit): void {
  const ofTokens = createRateLimiter(perToken)
  const ofAddresses = createRateLimiter(perAddress)

  function take(request: FastifyRequest): Allowance {
    const now = performance.now()
    const address = ofAddresses.take(toNetwork(readCallerAddress(request)), now)
    const credentials = readCredentials(request)
    if (!credentials || !address.isAllowed) return address
    // The token itself is not kept.
    const token = ofTokens.take(hash('sha1', credentials.token, 'base64'), now)
    return !token.isAllowed || token.remaining < address.remaining ? token : address
  }

  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.endpoint?.path.startsWith('/health/')) return
    const { isAllowed, limit, remaining, resetSeconds, retrySeconds } = take(request)
    reply.header('ratelimit-limit', limit)
    reply.header('ratelimit-remaining', remaining)
    reply.header('ratelimit-reset', resetSeconds)
    if (isAllowed) return
    throw new ServiceError('TooManyRequestsError', 'Too many requests; try again later', {
      retryAfterSeconds: retrySeconds,
    })
  })
}
