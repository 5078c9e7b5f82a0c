SELECT name FROM casa WHERE ref = 5 AND x <> 'z'; -- La puerta de la iglesia
