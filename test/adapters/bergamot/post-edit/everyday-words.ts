/** Spanish words that people look up or write on buttons, with what they mean in English. */
export const nouns: Readonly<Record<string, string>> = read(`
puerta door, casa house|home, perro dog, gato cat, mesa table, silla chair, ventana window, libro book, agua water,
fuego fire, tierra earth|land, aire air, sol sun, luna moon, mar sea, río river, montaña mountain, calle street,
ciudad city, pueblo town|village|people, país country, hombre man, mujer woman|wife, niño boy|child, niña girl,
padre father, madre mother, hermano brother, hermana sister, hijo son, hija daughter, abuelo grandfather, amigo friend,
médico doctor, profesor teacher|professor, escuela school, trabajo work|job, dinero money, banco bank|bench,
tienda store|shop|tent, mercado market, pan bread, leche milk, queso cheese, carne meat, pescado fish, fruta fruit,
manzana apple, café coffee, té tea, vino wine, cerveza beer, desayuno breakfast, comida food|meal, cena dinner|supper,
rojo red, azul blue, verde green, amarillo yellow, blanco white, negro black, grande big|large|great, pequeño small|little,
bueno good, malo bad, nuevo new, viejo old, feliz happy, triste sad, caliente hot, frío cold, hoy today, ayer yesterday,
ahora now, siempre always, nunca never, enviar send|submit, buscar search|look for|find, abrir open, cerrar close,
editar edit, siguiente next|following, anterior previous, ayuda help, nombre name, fecha date, precio price, total total,
cocina kitchen, cama bed, coche car, tren train, avión plane|airplane, flor flower, árbol tree, mano hand, cabeza head,
corazón heart, noche night, semana week, mes month, año year, guerra war, amor love, vida life`);

/** The same of names, which mean something only with their capital. */
export const names: Readonly<Record<string, string>> = read(`
Madrid Madrid, Londres London, España Spain, Francia France, Italia Italy, Alemania Germany, Juan John|Juan,
María Mary|María|Maria, Tom Tom, Google Google, Barcelona Barcelona, Roma Rome, Tokio Tokyo, China China, Japón Japan,
Rusia Russia, América America, Europa Europe, África Africa, Asia Asia, Boston Boston, México Mexico, Chile Chile,
Brasil Brazil, Navidad Christmas, Dios God, Berlín Berlin, Internet Internet`);

function read(list: string): Readonly<Record<string, string>> {
  const entries = list.split(/,\s*/).map((entry): [string, string] => {
    const [word = '', ...meanings] = entry.trim().split(' ');
    return [word, meanings.join(' ')];
  });
  return Object.fromEntries(entries);
}
