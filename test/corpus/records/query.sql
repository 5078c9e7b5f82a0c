SELECT name FROM casa WHERE id = 5 AND x <> 'y'; -- La puerta de la iglesia
