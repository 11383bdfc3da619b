import { type ComponentType, useEffect, useRef, useState } from 'react'

/** The contact form, loaded when it is about to be visible: its validation is too large for the first load. */
export function LazyContact() {
  const box = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<{ Form?: ComponentType; failed?: true }>({})

  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        import('./contact-form.tsx').then(
          ({ ContactForm }) => setState({ Form: ContactForm }),
          () => setState({ failed: true }),
        )
      },
      { rootMargin: '400px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return (
    <section aria-labelledby="contact-title" className="card relative overflow-clip p-4 sm:p-6">
      <h3 id="contact-title" className="font-semibold text-lg">
        Envíanos un mensaje
      </h3>
      <p className="mt-1 mb-4 text-soft">Te responderemos a tu correo.</p>
      {/* As tall as the form, so that nothing below moves when it appears. */}
      <div ref={box} className="min-h-[28.5rem] sm:min-h-[22.5rem]">
        {state.Form && <state.Form />}
        {state.failed && <p role="alert">No pudimos cargar el formulario. Recarga la página.</p>}
      </div>
    </section>
  )
}
