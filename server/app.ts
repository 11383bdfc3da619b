import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { z } from 'zod'
import { store } from '#store'
import { accountBackofficeRoutes } from './features/accounts/backoffice-routes.ts'
import { profileRoutes } from './features/accounts/profile-routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { boardRoutes } from './features/board/routes.ts'
import { carouselRoutes } from './features/carousel/routes.ts'
import { cartRoutes } from './features/cart/routes.ts'
import { categoryRoutes, supplierRoutes } from './features/categories-and-suppliers/routes.ts'
import { connectionRoutes } from './features/connections/routes.ts'
import { couponRoutes } from './features/coupons/routes.ts'
import { deliveryOptionRoutes } from './features/delivery-options/routes.ts'
import { importRoutes, templateRoute } from './features/imports/routes.ts'
import { loginRecordRoutes } from './features/login-records/routes.ts'
import { lotRoutes } from './features/lots/routes.ts'
import { mergedNameRoutes } from './features/merged-names/routes.ts'
import { fulfilmentRoutes } from './features/orders/fulfilment-routes.ts'
import { orderPrescriptionRoutes } from './features/orders/order-prescription-routes.ts'
import { prescriptionRoutes } from './features/orders/prescription-routes.ts'
import { proofRoutes } from './features/orders/proof-routes.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { paymentRoutes, salesBookRoutes } from './features/payments/routes.ts'
import { peopleDataRoutes } from './features/people-data/routes.ts'
import { preferenceRoutes } from './features/preferences/routes.ts'
import { productRoutes } from './features/products/routes.ts'
import { reminderRoutes } from './features/reminders/routes.ts'
import { requestRoutes } from './features/requests/routes.ts'
import { saleConditionRoutes } from './features/sale-conditions/routes.ts'
import { secondFactorRoutes } from './features/second-factor/routes.ts'
import { shopRoutes } from './features/shop/routes.ts'
import { statusRoutes } from './features/status/routes.ts'
import { stockRoutes } from './features/stock/routes.ts'
import { stockAlertRoutes } from './features/stock-alerts/routes.ts'
import { compressJson } from './http/compress.ts'
import { answerErrors, answerFrameworkError } from './http/errors.ts'
import { healthRoutes } from './http/health.ts'
import { jsonHeaders } from './http/json-headers.ts'
import { openApiDocument } from './http/openapi.ts'
import { logRequests, REQUEST_ID, requestIdOf } from './http/request-log.ts'
import { ResponseCache } from './http/response-cache.ts'
import { checkBySchema, createServe } from './http/serve.ts'
import { trustProxyOption } from './http/trusted-proxies.ts'
import { leaveFormsUnread } from './http/uploads.ts'
import { AvifQueue } from './images/avif-queue.ts'
import { shareCardRoute } from './pages/share-card.ts'
import { crawlerRoutes } from './pages/sitemap.ts'
import type { Services } from './services.ts'

// Users read zod's own messages.
z.config(z.locales.es())

/** Replaces Fastify's compilers of JSON schemas, which would slow down the start. */
const noJsonSchemas = (): never => {
  throw new TypeError('Schemas are zod’s')
}

/** The API as a Fastify application that isn't listening yet. `pages/routes.ts` adds the pages. */
export async function createApp(services: Services): Promise<FastifyInstance> {
  const app = Fastify({
    // PostgreSQL's error details quote the row: personal data, which must not be logged.
    logger: { level: 'warn', redact: ['err.detail', 'err.where', 'err.hint'], stream: services.logTo },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    trustProxy: trustProxyOption(services.config.trustProxy),
    // Milliseconds to receive a request: a client that sends its body more slowly is disconnected.
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    frameworkErrors: answerFrameworkError,
    bodyLimit: 1024 * 1024,
    schemaController: { compilersFactory: { buildValidator: noJsonSchemas, buildSerializer: noJsonSchemas } },
    // A filter may have many names in one URL.
    routerOptions: { maxParamLength: 12_000, ignoreTrailingSlash: true },
  })
  answerErrors(app)
  leaveFormsUnread(app)
  app.setValidatorCompiler(({ schema }) => checkBySchema(schema))
  if (services.config.logRequests) logRequests(app)
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header(REQUEST_ID, request.id)
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    if (isJson) reply.headers(jsonHeaders)
    else reply.header('x-content-type-options', 'nosniff')
    done()
  })

  compressJson(app)
  healthRoutes(app, services)
  const cache = new ResponseCache()
  app.decorate('responseCache', cache)
  app.addHook('onClose', async () => cache.clear())
  const serve = createServe(app, services, cache)
  const avifQueue = new AvifQueue(services.images, (error) =>
    app.log.warn({ err: error }, 'could not make the AVIF version of an image'),
  )
  app.addHook('onClose', () => avifQueue.stop())
  accountRoutes(serve, services)
  profileRoutes(serve, services)
  accountBackofficeRoutes(serve, services)
  secondFactorRoutes(serve, services)
  loginRecordRoutes(serve, services)
  boardRoutes(app, serve, services)
  auditRoutes(serve, services)
  connectionRoutes(serve, services)
  preferenceRoutes(serve, services)
  statusRoutes(serve, services)
  shopRoutes(serve, services, avifQueue)
  categoryRoutes(serve, services)
  supplierRoutes(serve, services)
  mergedNameRoutes(serve, services)
  productRoutes(serve, services)
  importRoutes(serve, services)
  carouselRoutes(serve, services, avifQueue)
  cartRoutes(serve, services)
  stockRoutes(serve, services)
  lotRoutes(serve, services)
  saleConditionRoutes(serve, services)
  deliveryOptionRoutes(serve, services)
  couponRoutes(serve, services)
  orderRoutes(serve, services)
  proofRoutes(serve, services)
  fulfilmentRoutes(serve, services)
  prescriptionRoutes(serve, services)
  orderPrescriptionRoutes(serve, services)
  reminderRoutes(serve, services)
  requestRoutes(serve, services)
  stockAlertRoutes(serve, services)
  paymentRoutes(serve, services)
  salesBookRoutes(serve, services)
  peopleDataRoutes(serve, services)

  templateRoute(app, services)
  crawlerRoutes(app, services)
  shareCardRoute(app)

  let document: object | undefined
  app.get('/api/openapi.json', async () => {
    document ??= openApiDocument(store.name)
    return document
  })
  return app
}
