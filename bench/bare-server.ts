/** The smallest JSON endpoint on the same libraries: Hono parses the body and returns the same fields. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const app = new Hono();
app.post('/api/v1/translate', async (context) => {
  const body = await context.req.json<{ text: string; source_lang: string; target_lang: string }>();
  return context.json({
    translated_text: body.text,
    characters_charged: body.text.length,
    source_lang: body.source_lang,
    target_lang: body.target_lang,
  });
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`${JSON.stringify({ port })}\n`);
});
