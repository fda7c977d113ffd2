// Reads PDFs for `pdf-pages.ts`, apart from the page and ended with it.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
