import { useRef, useState } from 'react'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { useNearView } from '../../ui/use-near-view.ts'

const loadForm = () => import('./contact-form.tsx').then(({ ContactForm }) => ContactForm)

/** The contact form, loaded when it is about to be visible: its validation is too large for the first load. */
export function LazyContact() {
  const box = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  const Form = useLazyPart(loadForm, { needed: useNearView(box, 400), onFailure: () => setFailed(true) })
  return (
    <section aria-labelledby="contact-title" className="card relative overflow-clip p-4 sm:p-6">
      <h3 id="contact-title" className="font-semibold text-lg">
        Envíanos un mensaje
      </h3>
      <p className="mt-1 mb-4 text-soft">Te responderemos a tu correo.</p>
      {/* The box is as tall as the form, so that nothing below moves when the form appears. */}
      <div ref={box} className="min-h-[28.5rem] sm:min-h-[22.5rem]">
        {Form && <Form />}
        {failed && <p role="alert">No pudimos cargar el formulario. Recarga la página.</p>}
      </div>
    </section>
  )
}
