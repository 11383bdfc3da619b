import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { store } from '#store'
import { pageTitle } from '../pages/page-title.ts'
import { Logo } from '../ui/logo.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useLazyPart } from '../ui/use-lazy-part.ts'

export const meta = () => [{ title: pageTitle('API') }, { name: 'robots', content: 'noindex' }]

const loadViewer = () => import('./openapi-viewer.tsx').then(({ OpenApiViewer }) => OpenApiViewer)

/** The page for programmers who connect another system: a guide to the calls, and the viewer of `/api/openapi.json`. */
export default function ApiDocs() {
  const Viewer = useLazyPart(loadViewer)
  return (
    <>
      <header className="border-line border-b">
        <div className="frame flex h-16 items-center justify-between gap-4">
          <Link to={href('/')} aria-label={`${store.name}, inicio`} className="min-w-0 rounded-lg">
            <Logo />
          </Link>
          <a href="/api/openapi.json" className="shrink-0 text-sm underline" download>
            OpenAPI (JSON)
          </a>
        </div>
      </header>
      <main className="frame grid gap-10 py-8 md:py-12">
        <div className="grid max-w-prose gap-3">
          <h1 className="text-xl sm:text-2xl">Conectar otro sistema</h1>
          <p className="text-soft sm:text-lg">
            Una caja, un programa contable o una aplicación propia leen y cambian productos, stock y pedidos
            con las mismas llamadas que usa la tienda.
          </p>
        </div>
        <Guide />
        <section aria-labelledby="llamadas" className="grid min-w-0 gap-4">
          <h2 id="llamadas" className="text-lg">
            Llamadas
          </h2>
          <p className="max-w-prose text-soft text-sm">
            Los nombres y las descripciones están en inglés, como en el código. Los ejemplos se enviaron y se
            respondieron de verdad.
          </p>
          {Viewer ? <Viewer /> : <Skeleton className="h-96" />}
        </section>
      </main>
    </>
  )
}

function Topic({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-3">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  )
}

const Code = ({ children }: { children: string }) => (
  <pre
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling frame must be reached by keyboard.
    tabIndex={0}
    className="overflow-x-auto rounded-lg bg-mint p-3 text-sm"
  >
    <code>{children}</code>
  </pre>
)

const Guide = () => (
  <div className="grid gap-8 lg:grid-cols-2">
    <Topic title="Claves">
      <p>
        Un Administrador crea la clave en <strong>Conexiones</strong>, con sus permisos; se muestra una sola
        vez. Va en cada llamada. Cada llamada dice qué permiso pide; las demás rechazan una clave. Una clave
        hace hasta 600 llamadas por minuto.
      </p>
      <Code>{`curl ${'https://…'}/api/products?page=1&pageSize=100 \\
  -H 'Authorization: Bearer bot_…'`}</Code>
      <p>
        Una sesión de persona usa en cambio <code>x-access-token</code>, con el <code>token</code> que
        responde el inicio de sesión.
      </p>
    </Topic>
    <Topic title="Repetir sin riesgo">
      <p>
        Si se corta la conexión, repite la llamada con la misma <code>Idempotency-Key</code>: se responde lo
        mismo y nada cambia dos veces. Vale al crear un pedido, al recibir mercadería y en{' '}
        <code>POST /api/products/batch</code>, donde dura 24 horas; con otro contenido se rechaza (
        <code>KEY_REUSED</code>).
      </p>
      <Code>{`curl -X POST ${'https://…'}/api/products/batch \\
  -H 'Authorization: Bearer bot_…' \\
  -H 'Idempotency-Key: venta-18231' \\
  -H 'Content-Type: application/json' \\
  -d '{"items":[{"barcode":"7800000000017","stockChange":-1}]}'`}</Code>
    </Topic>
    <Topic title="Páginas">
      <p>
        Sin <code>page</code> ni <code>pageSize</code> una lista responde hasta 1.000 filas. Con ellos
        responde una página, de hasta 100 filas, y <code>total</code> dice cuántas hay. Una búsqueda cuenta
        hasta 10.000; <code>more</code> dice que hay más.
      </p>
      <p>
        Los montos son pesos chilenos. Las fechas son instantes ISO en UTC, o días <code>AAAA-MM-DD</code> de
        la farmacia.
      </p>
    </Topic>
    <Topic title="Rechazos">
      <p>
        Lo que no se puede hacer se responde con <code>code</code>, un mensaje en español y, si faltan o
        sobran datos, <code>issues</code> con cada campo. Un rechazo no cambia nada.
      </p>
      <Code>{`{ "message": "Revisa los datos.", "code": "BAD_INPUT",
  "issues": [{ "path": "items.0.stock", "message": "…" }] }`}</Code>
      <p>
        400: datos que faltan o sobran. 401: sin clave o sesión vigente. 403: sin permiso. 404: no existe, o
        es de otra persona. 409: no se puede ahora, como sin stock. 429 y 503: repite después de los segundos
        de <code>Retry-After</code>.
      </p>
    </Topic>
    <Topic title="Avisos (webhooks)">
      <p>
        La tienda envía por <code>POST</code> lo que ocurre, como un pedido nuevo o un cambio de stock, a la
        dirección que anotes en Conexiones. El cuerpo es <code>{'{ type, timestamp, data }'}</code>, sin datos
        de personas, y va firmado según{' '}
        <a href="https://www.standardwebhooks.com" className="underline">
          Standard Webhooks
        </a>
        .
      </p>
      <Code>{`import { Webhook } from 'standardwebhooks'

const event = new Webhook('whsec_…').verify(body, headers)
if (!seen.has(headers['webhook-id'])) handle(event)`}</Code>
      <p>
        Responde 2xx antes de 10 segundos y trabaja después. Si no, se intenta otra vez hasta por tres días.
        Un aviso puede llegar dos veces, con el mismo <code>webhook-id</code>.
      </p>
    </Topic>
    <Topic title="Una caja con su propio stock">
      <p>
        Crea primero el webhook de <code>product.stock</code> y lee después <code>GET /api/products</code>.
        Cada venta del mostrador se envía como <code>stockChange</code>; el stock de un producto es el de su
        último aviso más los cambios propios que aún no tienen respuesta. <code>stock</code> reemplaza todo,
        también lo que se vendió mientras tanto.
      </p>
    </Topic>
  </div>
)
