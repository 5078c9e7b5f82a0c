<message>
  <source>La puerta de %1 tiene %n llave(s) y %L2 libros</source>
  <translation type="unfinished"></translation>
</message>
