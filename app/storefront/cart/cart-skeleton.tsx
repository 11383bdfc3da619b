import { Skeleton } from '../../ui/skeleton.tsx'

/**
 * The cart's placeholder until the browser knows its lines, replaced as a whole. It has the size of two products and the cart's
 * headings, so that nothing visible moves and the largest text shows from the start (docs/product.md#cart-screen).
 */
export function CartSkeleton() {
  return (
    <div className="mt-5 grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
      <span role="status" className="sr-only">
        Cargando...
      </span>
      <div className="grid min-w-0 content-start gap-5">
        <div className="grid gap-3 md:hidden">
          <Skeleton className="h-55" />
          <Skeleton className="h-55" />
        </div>
        <Skeleton className="h-60 max-md:hidden" />
        <div className="flex flex-wrap justify-between gap-3 max-sm:grid max-sm:grid-cols-1">
          <Skeleton className="h-11 sm:w-56" />
          <Skeleton className="h-11 sm:w-48" />
        </div>
      </div>
      <div className="grid content-start gap-5 sm:max-lg:grid-cols-2">
        <Box title="Codigos de descuento" className="h-17 sm:h-56" />
        <Box title="Total del carrito" className="h-40 sm:h-52" />
      </div>
    </div>
  )
}

function Box({ title, className }: { title: string; className: string }) {
  return (
    <div className={`card grid grid-rows-[auto_minmax(0,1fr)] gap-4 p-5 ${className}`}>
      <h2 className="text-lg">{title}</h2>
      <Skeleton className="h-full" />
    </div>
  )
}
