hello = La puerta de { $name } está abierta
books = { $count ->
    [one] Un libro en la mesa
   *[other] { $count } libros en la mesa
}
-brand = Casa
about = El agua de { -brand }
